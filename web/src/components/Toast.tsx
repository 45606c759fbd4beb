import type { JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { toast } from "../announce";

/** Distance in pixels from the button, and at least from the edges of the window. */
const GAP = 8;

/** A success beside the button that was pressed. The live region reads it out; it covers nothing for long. */
export function Toast(): JSX.Element | null {
  const box = useRef<HTMLParagraphElement>(null);
  const [place, setPlace] = useState({ left: 0, top: 0 });
  const shown = toast.value;
  useLayoutEffect(() => {
    if (!shown || !box.current) return;
    // In the top layer, so that it is above an open dialog.
    box.current.showPopover?.();
    const { width, height } = box.current.getBoundingClientRect();
    const { left, right, top, bottom } = shown.anchor;
    const most = document.documentElement.clientWidth - width - GAP;
    const above = top - height - GAP;
    setPlace({
      left: Math.max(GAP, Math.min((left + right - width) / 2, most)),
      top: above >= GAP ? above : bottom + GAP,
    });
  }, [shown]);
  if (!shown) return null;
  return (
    <p
      ref={box}
      key={shown.text}
      popover="manual"
      class="toast"
      aria-hidden="true"
      style={{ left: `${place.left}px`, top: `${place.top}px` }}
    >
      {shown.text}
    </p>
  );
}
