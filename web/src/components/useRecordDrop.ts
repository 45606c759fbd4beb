import { useSignal } from "@preact/signals";
import { useLayoutEffect } from "preact/hooks";
import { isTextInput } from "../shortcuts";

/** Drag-and-drop handlers of a screen. */
interface DropHandlers {
  readonly "data-dragged": true | undefined;
  readonly onDragOver: (event: DragEvent) => void;
  readonly onDragLeave: () => void;
  readonly onDrop: (event: DragEvent) => void;
}

/** Hook for records that are dropped on a screen or pasted outside of a field. Returns the drop handlers. */
export function useRecordDrop(onRecords: (records: readonly File[] | string) => void): DropHandlers {
  const dragged = useSignal(false);
  useLayoutEffect(() => {
    const paste = (event: ClipboardEvent): void => {
      if (isTextInput(event.target) || document.querySelector("dialog[open]")) return;
      const files = [...(event.clipboardData?.files ?? [])];
      const text = event.clipboardData?.getData("text/plain") ?? "";
      if (files.length > 0) onRecords(files);
      else if (text.trim() !== "") onRecords(text);
      else return;
      event.preventDefault();
    };
    window.addEventListener("paste", paste);
    return () => window.removeEventListener("paste", paste);
  }, [onRecords]);
  return {
    "data-dragged": dragged.value || undefined,
    onDragOver: (event) => {
      event.preventDefault();
      dragged.value = true;
    },
    onDragLeave: () => {
      dragged.value = false;
    },
    onDrop: (event) => {
      event.preventDefault();
      dragged.value = false;
      const files = [...(event.dataTransfer?.files ?? [])];
      const text = event.dataTransfer?.getData("text/plain") ?? "";
      if (files.length > 0) onRecords(files);
      else if (text.trim() !== "") onRecords(text);
    },
  };
}
