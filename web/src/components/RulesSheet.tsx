import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { Client } from "../api/client";
import type { PositionView, Rule } from "../api/types";
import type { Point } from "../board/point";
import { pointName } from "../board/pointName";
import { type BoardPictureView, PICTURES } from "../game/boardPictures";
import { illegalText, toBoardView } from "../game/describe";
import { illegalReasonAt } from "../game/illegalReason";
import { positionFromLink } from "../game/link";
import { RULES } from "../game/match";
import { type MessageKey, t } from "../i18n/t";
import { BoardPicture } from "./BoardPicture";
import { Button } from "./Button";
import { Segments } from "./FormFields";
import { GameBoard } from "./GameBoard";
import { Sheet } from "./Sheet";

/** The pictures of each rule, with their texts. */
const RULE_PICTURES: Record<Rule, readonly (readonly [BoardPictureView, MessageKey])[]> = {
  freestyle: [
    [PICTURES.turns, "rules.freestyle.1"],
    [PICTURES.five, "rules.freestyle.2"],
    [PICTURES.openThree, "rules.freestyle.3"],
  ],
  exact: [
    [PICTURES.turns, "rules.exact.1"],
    [PICTURES.five, "rules.exact.2"],
    [PICTURES.six, "rules.exact.3"],
  ],
  renju: [
    [PICTURES.five, "rules.renju.1"],
    [PICTURES.fouls, "rules.renju.2"],
    [PICTURES.white, "rules.renju.3"],
  ],
  nogo: [
    [PICTURES.liberties, "rules.nogo.1"],
    [PICTURES.nogo, "rules.nogo.2"],
    [PICTURES.stuck, "rules.nogo.3"],
  ],
};

/** A position with each of the three fouls. */
const FOULS = positionFromLink("renju/11x11/b:c10c9d8e8c4d4f4e1e2e3j10j9j8j6j5;w:g10h6b6h2")!;

interface RulesSheetProps {
  readonly client: Client;
  readonly rule: Rule;
  readonly onClose: () => void;
}

/** Rules of a game in a minute: three pictures, and for renju a board to try the fouls on. */
export function RulesSheet({ client, rule: first, onClose }: RulesSheetProps): JSX.Element {
  const rule = useSignal(first);
  return (
    <Sheet title={t("start.rules")} onClose={onClose}>
      <Segments
        label={t("play.rule")}
        value={rule.value}
        choices={RULES.map((each) => [each, t(`rule.${each}`)])}
        onChoose={(each) => (rule.value = each)}
      />
      <ol class="rule-pictures">
        {RULE_PICTURES[rule.value].map(([picture, text]) => (
          <li key={text}>
            <BoardPicture view={picture} />
            <p>{t(text)}</p>
          </li>
        ))}
      </ol>
      {rule.value === "renju" && <FoulBoard client={client} />}
    </Sheet>
  );
}

/** A board on which Black's forbidden points can be tried out. White passes. */
function FoulBoard({ client }: { client: Client }): JSX.Element {
  const view = useSignal<PositionView | null>(null);
  const text = useSignal("");
  const stones = useSignal<readonly Point[]>([]);
  const show = async (played: readonly Point[]): Promise<void> => {
    const set = FOULS.setup!;
    const own = played.map(({ x, y }) => ({ x, y, color: "black" as const }));
    const setup = { ...set, stones: [...set.stones, ...own] };
    view.value = await client.view({ ...FOULS, setup });
    stones.value = played;
  };
  useEffect(() => void show([]).catch(() => undefined), []);
  const place = async (point: Point): Promise<void> => {
    const now = view.value;
    if (!now) return;
    const name = pointName(now.area, point);
    const why = illegalReasonAt(now, point);
    text.value = why ? illegalText(why, name) : t("rules.try.legal", { point: name });
    if (!why) await show([...stones.value, point]);
  };
  if (!view.value) return <div class="foul-board" />;
  return (
    <div class="foul-board">
      <p>{t("rules.try")}</p>
      <GameBoard
        view={view.value}
        prefix="foul"
        drawn={toBoardView(view.value, { turn: view.value.ending ? null : "black" })}
        onPlace={(point) => void place(point)}
      />
      <div class="row">
        <p class="foul-text" role="status">
          {text.value || "\u00a0"}
        </p>
        <Button
          icon="reset"
          label={t("watch.reset")}
          onPress={() => {
            text.value = "";
            void show([]);
          }}
        />
      </div>
    </div>
  );
}
