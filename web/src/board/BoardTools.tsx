import type { JSX } from "preact";
import { Button } from "../components/Button";

/** Accessible names of the buttons. */
export interface BoardToolNames {
  readonly zoomIn: string;
  readonly zoomOut: string;
  readonly recentre: string;
}

interface BoardToolsProps {
  readonly names: BoardToolNames;
  readonly onZoom: (factor: number) => void;
  readonly onRecentre: () => void;
}

const ZOOM_STEP = 1.3;

/** Zoom buttons over a board without edges, and the way back to its stones. */
export function BoardTools({ names, onZoom, onRecentre }: BoardToolsProps): JSX.Element {
  return (
    // The board below must not take the press for a move.
    <div class="board-tools" onPointerDown={(event) => event.stopPropagation()}>
      <Button icon="plus" label={names.zoomIn} bare onPress={() => onZoom(ZOOM_STEP)} />
      <Button icon="minus" label={names.zoomOut} bare onPress={() => onZoom(1 / ZOOM_STEP)} />
      <Button icon="recentre" label={names.recentre} bare onPress={onRecentre} />
    </div>
  );
}
