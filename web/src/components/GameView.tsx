import type { JSX } from "preact";
import type { PositionView } from "../api/types";
import { otherColor } from "../board/point";
import { isEngineMissing } from "../engine/engineState";
import { bookMarks } from "../game/bookController";
import { claimText } from "../game/claimText";
import { levelText, sizeName, toBoardView } from "../game/describe";
import type { RecordInfo } from "../game/gameState";
import { playersText } from "../game/importGame";
import { formatLink, parseLink } from "../game/link";
import type { PlayController } from "../game/playController";
import { reviewMarks } from "../game/reviewMarks";
import { thoughtHeat, thoughtMarks } from "../game/thoughtMarks";
import { threatMarks } from "../game/threatController";
import { pathTo } from "../game/variationTree";
import { t } from "../i18n/t";
import { lazyComponent } from "../lazyComponent";
import { navigate } from "../route";
import { evaluation, owners } from "../settings";
import { runShortcut } from "../shortcuts";
import { Button } from "./Button";
import { EvaluationBar } from "./EvaluationBar";
import { FaultNote } from "./FaultNote";
import { GameBoard } from "./GameBoard";
import { GameStatus } from "./GameStatus";
import { GameTab } from "./GameTab";
import { LinkErrorNote } from "./LinkErrorNote";
import { Notice } from "./Notice";
import { Panel } from "./Panel";
import { PanelTabs } from "./PanelTabs";
import { ResultCard } from "./ResultCard";
import { StartCard } from "./StartCard";
import { Swap2Buttons } from "./Swap2Buttons";
import { Toolbar } from "./Toolbar";

/** Loaded when it is first opened. */
const AnalysisTab = lazyComponent(() => import("./AnalysisTab").then((it) => it.AnalysisTab));

/** What a game view opens over itself. */
export type GameSheet = "new" | "games" | "import" | "export" | "setup" | "rules" | "share";

interface GameViewProps {
  readonly controller: PlayController;
  readonly onOpen: (what: GameSheet) => void;
  readonly onCopy: () => Promise<void>;
}

/** Whether an address leads to a position with stones: then no start card is shown while it is loaded. */
function promisesMoves(hash: string): boolean {
  const link = parseLink(hash);
  if (!link || "fault" in link) return hash.startsWith("#study/");
  return link.position.moves.length > 0 || link.position.setup != null;
}

/** A game on the board, with its panel and actions. */
export function GameView({ controller, onOpen, onCopy }: GameViewProps): JSX.Element {
  const { session, engine } = controller;
  const { tree, setup } = session;
  const isComing = session.view.value === null && promisesMoves(location.hash);
  const isNew = tree.value.length === 1 && setup.value === null && !isComing;
  return (
    <>
      <Stage controller={controller} />
      <Panel>
        <GameStatus session={session} sync={controller.persistence.serverSync.value} />
        <Notice />
        <LinkErrorNote />
        <FaultNote
          fault={isEngineMissing.value ? null : session.fault.value}
          onAgain={() => void session.retry().then(() => engine.reply())}
        />
        <Chips controller={controller} onPress={() => onOpen("new")} />
        {isNew ? (
          <StartCard controller={controller} onRules={() => onOpen("rules")} />
        ) : (
          <>
            <About about={session.about.value} />
            <Swap2Buttons controller={controller} />
            <ResultCard controller={controller} />
            <PanelTabs
              name={t("tab.name")}
              tabs={[
                { id: "game", label: t("tab.game") },
                { id: "analysis", label: t("tab.analysis") },
              ]}
              chosen={controller.tab.value}
              onChoose={(id) => (controller.tab.value = id)}
            >
              {controller.tab.value === "game" ? (
                <GameTab controller={controller} />
              ) : (
                <AnalysisTab controller={controller} />
              )}
            </PanelTabs>
          </>
        )}
        <More controller={controller} onOpen={onOpen} onCopy={onCopy} />
      </Panel>
      <Actions controller={controller} onNew={() => onOpen("new")} />
    </>
  );
}

/** The board with what is marked on it, and the evaluation bar beside it. */
function Stage({ controller }: { controller: PlayController }): JSX.Element {
  const { session, engine, book, review } = controller;
  const { tree, at } = session;
  const view = session.view.value;
  const depth = pathTo(tree.value, at.value).length - 1;
  const isAnalysed = controller.tab.value === "analysis";
  // What was thought before is shown where analysis is asked for.
  const { busy, thought: current } = session.engineSearch;
  const thought = isAnalysed ? session.shownThought : busy.value === "reply" ? null : current.value;
  const { threat } = controller.threats;
  const preview = controller.preview.value;
  const first = view?.turn ?? "black";
  const marks = threat
    ? threatMarks(threat)
    : thought
      ? thoughtMarks(thought)
      : [...reviewMarks(review.current), ...bookMarks(book.answer.value)];
  const drawn =
    view &&
    toBoardView(view, {
      turn: session.acceptsMove ? view.turn : null,
      pending: session.pending.value,
      marks: preview.length > 0 ? [] : marks,
      heat: preview.length > 0 || threat ? [] : thoughtHeat(thought),
      owned: isAnalysed && owners.value,
      preview: preview.map(({ x, y }, index) => ({
        ...{ x, y, number: index + 1 },
        color: index % 2 === 0 ? first : otherColor(first),
      })),
    });
  const isShown = evaluation.value && isAnalysed;
  return (
    <div class="stage">
      {isShown ? (
        <EvaluationBar chance={decidedChance(view) ?? session.chances.value[depth] ?? null} />
      ) : (
        <div class="evaluation-bar" data-hidden />
      )}
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
  const title = level === null || proof ? undefined : levelText(rule, level);
  return (
    <button type="button" class="chips" title={title} onClick={onPress}>
      <span class="visually-hidden">{t("play.chips", { game: chips.join(" ") })}</span>
      {chips.map((chip) => (
        <span key={chip} class="chip" aria-hidden="true">
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
      <Button icon="share" label={t("play.share")} onPress={() => onOpen("share")} disabled={none} />
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
    <Toolbar label={t("screen.play")}>
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
        <Button
          icon="hint"
          label={t("play.hint")}
          onPress={() => controller.commands.hint()}
          disabled={over}
        />
      )}
      <Button
        icon="eye"
        label={t("play.analyse")}
        pressed={engine.analysing.value}
        onPress={() => controller.commands.analyse()}
      />
      <Button icon="plus" label={t("play.new")} short={t("play.new.short")} primary onPress={onNew} />
    </Toolbar>
  );
}
