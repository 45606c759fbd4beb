import { type ComponentType, h, type JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { loadScript } from "./loadScript";

/** A component whose code is loaded when it is first rendered; nothing is shown until then. */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): (props: Props) => JSX.Element | null {
  let loaded: ComponentType<Props> | null = null;
  return (props) => {
    const [, setReady] = useState(loaded !== null);
    useEffect(() => {
      if (!loaded)
        void loadScript(load).then((component) => {
          loaded = component;
          setReady(true);
        });
    }, []);
    const Loaded = loaded;
    return Loaded ? h(Loaded, props) : null;
  };
}
