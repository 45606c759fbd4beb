import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Client } from "../api/client";
import { loadScript } from "../loadScript";

type ScreenComponent = (props: { client: Client }) => JSX.Element;

interface LazyScreenProps {
  readonly client: Client;
  readonly load: () => Promise<ScreenComponent>;
}

/** A screen whose script is loaded when it is first shown; until then, the place of its board. */
export function LazyScreen({ client, load }: LazyScreenProps): JSX.Element {
  const [Loaded, setLoaded] = useState<ScreenComponent | null>(null);
  useEffect(() => {
    void loadScript(load).then((component) => setLoaded(() => component));
  }, [load]);
  if (Loaded) return <Loaded client={client} />;
  return (
    <main class="screen" id="main">
      <div class="stage">
        <div class="board waiting" />
      </div>
      <aside class="panel" />
      <div class="actions" />
    </main>
  );
}
