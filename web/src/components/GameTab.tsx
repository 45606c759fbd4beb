import type { JSX } from "preact";
import { pointName } from "../board/pointName";
import type { PlayController } from "../game/playController";
import { t } from "../i18n/t";
import { lazyComponent } from "../lazyComponent";
import { BookNote } from "./BookNote";
import { MoveList } from "./MoveList";
import { PointField } from "./PointField";

/** Loaded when there are moves. */
const TidyTools = lazyComponent(() => import("./TidyTools").then((it) => it.TidyTools));

/** The moves of the game, a comment, and a field to place by name. */
export function GameTab({ controller }: { controller: PlayController }): JSX.Element {
  const { session, engine } = controller;
  const { tree, at } = session;
  const { area } = session.match.value;
  return (
    <>
      <BookNote controller={controller} />
      <div class="block grow">
        <MoveList
          tree={tree.value}
          at={at.value}
          first={session.setup.value?.turn ?? "black"}
          name={(node) => (node.point ? pointName(area, node.point) : "")}
          reviewed={session.reviewedMoves.value}
          onGo={(id) => void session.go(id)}
          onFold={(head, folded) => void controller.loadEditor().then((editor) => editor.fold(head, folded))}
        />
        {tree.value.length > 1 && (
          <div class="tidy-place">
            <TidyTools controller={controller} />
          </div>
        )}
        <textarea
          class="comment"
          rows={1}
          aria-label={t("play.comment")}
          placeholder={t("play.comment")}
          value={tree.value[at.value]?.comment ?? ""}
          onInput={(event) => session.setComment(event.currentTarget.value)}
        />
      </div>
      <PointField area={area} onPlace={(point) => void engine.place(point)} />
    </>
  );
}
