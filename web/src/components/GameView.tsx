import type { JSX } from "preact";
import type { View } from "../api/types";
import { pointName } from "../board/pointName";
import { claimed } from "../game/claimText";
import { boardView, sizeName } from "../game/describe";
import type { About as Record } from "../game/gameState";
import { playersOf } from "../game/importGame";
import { linkOf } from "../game/link";
import type { Desk } from "../game/playController";
import { heatOf, marksOf } from "../game/thoughtMarks";
import { savingMarks } from "../game/turningPointMarks";
import { lineThrough, pathTo } from "../game/variationTree";
import { say } from "../i18n/t";
import { enter } from "../route";
import { evaluation } from "../settings";
import { letter } from "../shortcuts";
import { Button } from "./Button";
import { EndingNote } from "./EndingNote";
import { Lines } from "./EngineLines";
import { EvaluationBar, EvaluationGraph } from "./Evaluation";
import { FaultNote } from "./FaultNote";
import { GameBoard } from "./GameBoard";
import { Status } from "./GameStatus";
import { LinkNote } from "./LinkErrorNote";
import { Moves } from "./MoveList";
import { Notice } from "./Notice";
import { Panel } from "./Panel";
import { PointField } from "./PointField";
import { Swap2Choice } from "./Swap2Buttons";

interface GameProps {
  readonly desk: Desk;
  readonly onOpen: (what: "new" | "games" | "import" | "export" | "setup") => void;
  readonly onCopy: () => Promise<void>;
}

/** A game on the board, with its panel and its actions. */
export function Game({ desk, onOpen, onCopy }: GameProps): JSX.Element {
  const { session, opponent, autopsy, review } = desk;
  const { tree, at, thinker } = session;
  const view = session.view.value;
  const { area } = session.match.value;
  const depth = pathTo(tree.value, at.value).length - 1;
  const chance =
    decided(view) ?? session.chances.value.slice(0, depth + 1).findLast((known) => known !== null) ?? 0.5;
  const reply = thinker.busy.value === "reply";
  const thought = reply ? null : thinker.thought.value;
  const drawn =
    view &&
    boardView(view, {
      turn: session.isOpen ? view.turn : null,
      pending: session.pending.value,
      marks: thought ? marksOf(thought) : savingMarks(autopsy),
      heat: heatOf(thought),
    });
  return (
    <>
      <div class="stage">
        {evaluation.value && <EvaluationBar chance={chance} />}
        {view && drawn ? (
          <GameBoard
            view={view}
            drawn={drawn}
            onPlace={(point) => void opponent.place(point)}
            onStep={(by) => void session.walk(by)}
            onLetter={(key) => letter(key, desk.commands)}
          />
        ) : (
          <div class="board waiting" />
        )}
      </div>
      <Panel>
        <Status session={session} ledger={desk.keeper.ledger.value} />
        <Notice />
        <LinkNote />
        <FaultNote
          fault={session.fault.value}
          onAgain={() => void session.again().then(() => opponent.reply())}
        />
        <Chips desk={desk} onPress={() => onOpen("new")} />
        <About about={session.about.value} />
        <Swap2Choice desk={desk} />
        <EndingNote desk={desk} />
        <section class="block grow">
          <h2>{say("play.tree")}</h2>
          <Moves
            tree={tree.value}
            at={at.value}
            first={session.setup.value?.turn ?? "black"}
            name={(node) => (node.point ? pointName(area, node.point) : "")}
            onGo={(id) => void session.go(id)}
          />
          <textarea
            class="comment"
            rows={1}
            aria-label={say("play.comment")}
            placeholder={say("play.comment")}
            value={tree.value[at.value]?.comment ?? ""}
            onInput={(event) => session.note(event.currentTarget.value)}
          />
        </section>
        <section class="block thoughts">
          <h2>{say("play.lines")}</h2>
          <Lines
            thought={thought}
            area={area}
            onPlay={(point) => void opponent.place(point)}
            onKeep={(kept) => session.keepLine(kept)}
          />
        </section>
        {evaluation.value && (
          <section class="block">
            <div class="titled">
              <h2>{say("play.evaluation")}</h2>
              {review.busy.value ? (
                <Button label={say("solve.stop")} onPress={() => review.stop()} />
              ) : (
                <Button label={say("play.review")} onPress={() => void review.run()} disabled={!view} />
              )}
            </div>
            <EvaluationGraph
              chances={session.chances.value}
              at={depth}
              onGo={(index) => void session.go(lineThrough(tree.value, at.value)[index] ?? at.value)}
            />
          </section>
        )}
        <PointField area={area} onPlace={(point) => void opponent.place(point)} />
        <More desk={desk} onOpen={onOpen} onCopy={onCopy} />
      </Panel>
      <Actions desk={desk} onNew={() => onOpen("new")} />
    </>
  );
}

/** Black's chance in a game that is over; null while it goes on. */
function decided(view: View | null): number | null {
  if (!view?.ending) return null;
  const { winner } = view.ending;
  return winner === null ? 0.5 : winner === "black" ? 1 : 0;
}

/** What is played, in a few words; a press changes it. */
function Chips({ desk: { session }, onPress }: { desk: Desk; onPress: () => void }): JSX.Element {
  const { rule, area, level } = session.match.value;
  const chips = [
    say(`rule.${rule}`),
    sizeName(area),
    level === null ? say("play.opponent.friend") : say("play.level", { level }),
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

/** Who played, and what the record says of the game. */
function About({ about }: { about: Record | null }): JSX.Element | null {
  if (!about) return null;
  const { title, round, date, place, result } = about;
  const players = playersOf({ ...about, title: "" });
  const rest = [title, round, place, date, ...(result ? [claimed(result)] : [])].filter(Boolean);
  return (
    <p class="about">
      {players && <strong>{players}</strong>}
      {rest.length > 0 && <span class="quiet">{rest.join(" · ")}</span>}
    </p>
  );
}

/** What is not needed at every move. */
function More({ desk: { session }, onOpen, onCopy }: GameProps): JSX.Element {
  const none = !session.view.value;
  return (
    <div class="more">
      <Button icon="setup" label={say("play.setup")} onPress={() => onOpen("setup")} disabled={none} />
      <Button
        icon="search"
        label={say("door.solve")}
        onPress={() => enter("solve", linkOf(session.position.value))}
        disabled={none}
      />
      <Button icon="games" label={say("play.games")} onPress={() => onOpen("games")} />
      <Button icon="import" label={say("play.import")} onPress={() => onOpen("import")} />
      <Button icon="export" label={say("play.export")} onPress={() => onOpen("export")} disabled={none} />
      <Button icon="link" label={say("play.link")} onPress={() => void onCopy()} disabled={none} />
    </div>
  );
}

function Actions({ desk, onNew }: { desk: Desk; onNew: () => void }): JSX.Element {
  const { session, opponent } = desk;
  const { tree, at, thinker } = session;
  const view = session.view.value;
  const over = !view || view.ending !== null;
  const busy = thinker.busy.value;
  return (
    <div class="actions" role="toolbar" aria-label={say("door.play")}>
      <Button
        icon="undo"
        label={say("play.undo")}
        onPress={() => void session.undo()}
        disabled={tree.value[at.value]?.parent === null}
      />
      <Button
        icon="redo"
        label={say("play.redo")}
        onPress={() => void session.redo()}
        disabled={tree.value[at.value]?.children.length === 0}
      />
      {busy === "hint" || busy === "reply" ? (
        <Button
          icon="stop"
          label={say(busy === "reply" ? "play.now" : "play.stop")}
          short={say(busy === "reply" ? "play.now.short" : "play.stop.short")}
          onPress={() => opponent.enough()}
        />
      ) : opponent.isEngines() ? (
        <Button
          icon="play"
          label={say("play.move")}
          short={say("play.move.short")}
          onPress={() => void opponent.reply()}
        />
      ) : (
        <Button icon="hint" label={say("play.hint")} onPress={() => void opponent.hint()} disabled={over} />
      )}
      <Button
        icon="eye"
        label={say("play.analyse")}
        pressed={opponent.analysing.value}
        onPress={() => desk.commands.analyse()}
      />
      <Button icon="plus" label={say("play.new")} short={say("play.new.short")} primary onPress={onNew} />
    </div>
  );
}
