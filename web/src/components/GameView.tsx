import type { JSX } from "preact";
import type { PositionView } from "../api/types";
import { pointName } from "../board/pointName";
import { bookMarks } from "../game/bookController";
import { claimText } from "../game/claimText";
import { sizeName, toBoardView } from "../game/describe";
import type { RecordInfo } from "../game/gameState";
import { playersText } from "../game/importGame";
import { formatLink } from "../game/link";
import type { PlayController } from "../game/playController";
import { thoughtHeat, thoughtMarks } from "../game/thoughtMarks";
import { turningPointMarks } from "../game/turningPointMarks";
import { lineThrough, pathTo } from "../game/variationTree";
import { t } from "../i18n/t";
import { navigate } from "../route";
import { evaluation } from "../settings";
import { runShortcut } from "../shortcuts";
import { BookNote } from "./BookNote";
import { Button } from "./Button";
import { EndingNote } from "./EndingNote";
import { EngineLines } from "./EngineLines";
import { EvaluationBar, EvaluationGraph } from "./Evaluation";
import { FaultNote } from "./FaultNote";
import { GameBoard } from "./GameBoard";
import { GameStatus } from "./GameStatus";
import { LinkErrorNote } from "./LinkErrorNote";
import { MoveList } from "./MoveList";
import { Notice } from "./Notice";
import { Panel } from "./Panel";
import { PointField } from "./PointField";
import { Swap2Buttons } from "./Swap2Buttons";

interface GameViewProps {
  readonly controller: PlayController;
  readonly onOpen: (what: "new" | "games" | "import" | "export" | "setup") => void;
  readonly onCopy: () => Promise<void>;
}

/** A game on the board, with its panel and actions. */
export function GameView({ controller, onOpen, onCopy }: GameViewProps): JSX.Element {
  const { session, engine, book, turningPoint, review } = controller;
  const { tree, at, engineSearch } = session;
  const view = session.view.value;
  const { area } = session.match.value;
  const depth = pathTo(tree.value, at.value).length - 1;
  const chance =
    decidedChance(view) ??
    session.chances.value.slice(0, depth + 1).findLast((known) => known !== null) ??
    0.5;
  const reply = engineSearch.busy.value === "reply";
  const thought = reply ? null : engineSearch.thought.value;
  const drawn =
    view &&
    toBoardView(view, {
      turn: session.acceptsMove ? view.turn : null,
      pending: session.pending.value,
      marks: thought
        ? thoughtMarks(thought)
        : [...turningPointMarks(turningPoint), ...bookMarks(book.answer.value)],
      heat: thoughtHeat(thought),
    });
  return (
    <>
      <div class="stage">
        {evaluation.value && <EvaluationBar chance={chance} />}
        {view && drawn ? (
          <GameBoard
            view={view}
            drawn={drawn}
            onPlace={(point) => void engine.place(point)}
            onStep={(by) => void session.walk(by)}
            onLetter={(key) => runShortcut(key, controller.commands)}
          />
        ) : (
          <div class="board waiting" />
        )}
      </div>
      <Panel>
        <GameStatus session={session} sync={controller.persistence.serverSync.value} />
        <Notice />
        <LinkErrorNote />
        <FaultNote
          fault={session.fault.value}
          onAgain={() => void session.retry().then(() => engine.reply())}
        />
        <Chips controller={controller} onPress={() => onOpen("new")} />
        <About about={session.about.value} />
        <Swap2Buttons controller={controller} />
        <EndingNote controller={controller} />
        <BookNote controller={controller} />
        <section class="block grow">
          <h2>{t("play.tree")}</h2>
          <MoveList
            tree={tree.value}
            at={at.value}
            first={session.setup.value?.turn ?? "black"}
            name={(node) => (node.point ? pointName(area, node.point) : "")}
            onGo={(id) => void session.go(id)}
          />
          <textarea
            class="comment"
            rows={1}
            aria-label={t("play.comment")}
            placeholder={t("play.comment")}
            value={tree.value[at.value]?.comment ?? ""}
            onInput={(event) => session.setComment(event.currentTarget.value)}
          />
        </section>
        <section class="block thoughts">
          <h2>{t("play.lines")}</h2>
          <EngineLines
            thought={thought}
            area={area}
            onPlay={(point) => void engine.place(point)}
            onKeep={(kept) => session.keepLine(kept)}
          />
        </section>
        {evaluation.value && (
          <section class="block">
            <div class="titled">
              <h2>{t("play.evaluation")}</h2>
              {review.busy.value ? (
                <Button label={t("solve.stop")} onPress={() => review.stop()} />
              ) : (
                <Button label={t("play.review")} onPress={() => void review.run()} disabled={!view} />
              )}
            </div>
            <EvaluationGraph
              chances={session.chances.value}
              at={depth}
              onGo={(index) => void session.go(lineThrough(tree.value, at.value)[index] ?? at.value)}
            />
          </section>
        )}
        <PointField area={area} onPlace={(point) => void engine.place(point)} />
        <More controller={controller} onOpen={onOpen} onCopy={onCopy} />
      </Panel>
      <Actions controller={controller} onNew={() => onOpen("new")} />
    </>
  );
}

/** Black's chance in a finished game; null in a running one. */
function decidedChance(view: PositionView | null): number | null {
  if (!view?.ending) return null;
  const { winner } = view.ending;
  return winner === null ? 0.5 : winner === "black" ? 1 : 0;
}

/** Match settings as chips; a press opens the new game sheet. */
function Chips({
  controller: { session },
  onPress,
}: {
  controller: PlayController;
  onPress: () => void;
}): JSX.Element {
  const { rule, area, level, proof } = session.match.value;
  const chips = [
    t(`rule.${rule}`),
    sizeName(area),
    proof
      ? t("play.opponent.proof")
      : level === null
        ? t("play.opponent.friend")
        : t("play.level", { level }),
  ];
  return (
    <button type="button" class="chips" onClick={onPress}>
      {chips.map((chip) => (
        <span key={chip} class="chip">
          {chip}
        </span>
      ))}
    </button>
  );
}

/** Metadata of the record. */
function About({ about }: { about: RecordInfo | null }): JSX.Element | null {
  if (!about) return null;
  const { title, round, date, place, result } = about;
  const players = playersText({ ...about, title: "" });
  const rest = [title, round, place, date, ...(result ? [claimText(result)] : [])].filter(Boolean);
  return (
    <p class="about">
      {players && <strong>{players}</strong>}
      {rest.length > 0 && <span class="quiet">{rest.join(" · ")}</span>}
    </p>
  );
}

/** Secondary actions. */
function More({ controller: { session }, onOpen, onCopy }: GameViewProps): JSX.Element {
  const none = !session.view.value;
  return (
    <div class="more">
      <Button icon="setup" label={t("play.setup")} onPress={() => onOpen("setup")} disabled={none} />
      <Button
        icon="search"
        label={t("screen.solve")}
        onPress={() => navigate("solve", formatLink(session.position.value))}
        disabled={none}
      />
      <Button icon="games" label={t("play.games")} onPress={() => onOpen("games")} />
      <Button icon="import" label={t("play.import")} onPress={() => onOpen("import")} />
      <Button icon="export" label={t("play.export")} onPress={() => onOpen("export")} disabled={none} />
      <Button icon="link" label={t("play.link")} onPress={() => void onCopy()} disabled={none} />
    </div>
  );
}

function Actions({ controller, onNew }: { controller: PlayController; onNew: () => void }): JSX.Element {
  const { session, engine } = controller;
  const { tree, at, engineSearch } = session;
  const view = session.view.value;
  const over = !view || view.ending !== null;
  const busy = engineSearch.busy.value;
  return (
    <div class="actions" role="toolbar" aria-label={t("screen.play")}>
      <Button
        icon="undo"
        label={t("play.undo")}
        onPress={() => void session.undo()}
        disabled={tree.value[at.value]?.parent === null}
      />
      <Button
        icon="redo"
        label={t("play.redo")}
        onPress={() => void session.redo()}
        disabled={tree.value[at.value]?.children.length === 0}
      />
      {busy === "hint" || busy === "reply" ? (
        <Button
          icon="stop"
          label={t(busy === "reply" ? "play.now" : "play.stop")}
          short={t(busy === "reply" ? "play.now.short" : "play.stop.short")}
          onPress={() => engine.finish()}
        />
      ) : engine.isToMove() ? (
        <Button
          icon="play"
          label={t("play.move")}
          short={t("play.move.short")}
          onPress={() => void engine.reply()}
        />
      ) : (
        <Button icon="hint" label={t("play.hint")} onPress={() => void engine.hint()} disabled={over} />
      )}
      <Button
        icon="eye"
        label={t("play.analyse")}
        pressed={engine.analysing.value}
        onPress={() => controller.commands.analyse()}
      />
      <Button icon="plus" label={t("play.new")} short={t("play.new.short")} primary onPress={onNew} />
    </div>
  );
}
