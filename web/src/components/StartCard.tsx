import type { JSX } from "preact";
import { useId } from "preact/hooks";
import { levelText } from "../game/describe";
import { LEVEL_NAMES, levelName } from "../game/levels";
import { LEVELS, type Match, normalizeMatch } from "../game/match";
import type { PlayController } from "../game/playController";
import { isTileOf, START_TILES, type StartTile } from "../game/startTiles";
import { type MessageKey, t } from "../i18n/t";
import { followScreenLink, PATHS } from "../route";
import { hasFinePointer } from "../settings";
import { BoardPicture } from "./BoardPicture";
import { Button } from "./Button";

interface StartCardProps {
  readonly controller: PlayController;
  readonly onRules: () => void;
}

const TITLES = {
  freestyle: "start.freestyle.title",
  exact: "start.exact.title",
  renju: "start.renju.title",
  nogo: "start.nogo.title",
  infinite: "start.infinite.title",
} as const satisfies Record<string, MessageKey>;

/** Start card, shown until the first stone lies: what the game is, the opponent, the color, other games. */
export function StartCard({ controller, onRules }: StartCardProps): JSX.Element {
  const { session } = controller;
  const match = session.match.value;
  const { rule, area } = match;
  const game = area === null ? "infinite" : rule;
  const start = (part: Partial<Match>): void =>
    void controller.start(normalizeMatch({ ...match, proof: false, ...part }));
  return (
    <section class="start-card" aria-label={t("start.name")}>
      <div class="titled">
        <h2 class="start-title">{t(TITLES[game])}</h2>
        <Button icon="book" label={t("start.rules")} short={t("start.rules.short")} onPress={onRules} />
      </div>
      <p>
        {t("app.sentences", {
          one: t(`start.${game}`),
          next: t(hasFinePointer.value ? "start.click" : "start.tap"),
        })}
      </p>
      <div class="start-choices">
        <LevelSelect match={match} onChoose={(level) => start({ level })} />
        {match.level !== null && match.opening === "free" && <SideButtons match={match} onChoose={start} />}
      </div>
      <ul class="tiles" aria-label={t("start.other")}>
        {START_TILES.filter((tile) => !isTileOf(tile, rule, area)).map((tile) => (
          <li key={tile.id}>
            <Tile tile={tile} onStart={start} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The opponent: the levels of the engine by name, or a friend at this board. */
function LevelSelect({
  match: { rule, level },
  onChoose,
}: {
  match: Match;
  onChoose: (level: number | null) => void;
}): JSX.Element {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{t("play.opponent")}</label>
      <select
        id={id}
        title={t("level.hint")}
        value={level === null ? "friend" : String(level)}
        onChange={({ currentTarget: { value } }) => onChoose(value === "friend" ? null : Number(value))}
      >
        {LEVEL_NAMES.map((name) => (
          <optgroup key={name} label={t(`level.${name}`)}>
            {LEVELS.filter((each) => levelName(each) === name).map((each) => (
              <option key={each} value={String(each)}>
                {levelText(rule, each)}
              </option>
            ))}
          </optgroup>
        ))}
        <option value="friend">{t("play.opponent.friend")}</option>
      </select>
    </div>
  );
}

/** The color of the person. Black begins with a stone on the board, so only the others begin by a press. */
function SideButtons({
  match: { side },
  onChoose,
}: {
  match: Match;
  onChoose: (part: Partial<Match>) => void;
}): JSX.Element {
  return (
    <fieldset class="field">
      <legend>{t("play.side")}</legend>
      <div class="sides">
        <button
          type="button"
          class="button"
          aria-pressed={side === "black"}
          onClick={() => onChoose({ side: "black" })}
        >
          <span class="stone" data-color="black" aria-hidden="true" />
          {t("color.black")}
        </button>
        <button type="button" class="button" onClick={() => onChoose({ side: "white" })}>
          <span class="stone" data-color="white" aria-hidden="true" />
          {t("color.white")}
        </button>
        <button
          type="button"
          class="button"
          onClick={() => onChoose({ side: Math.random() < 0.5 ? "black" : "white" })}
        >
          <span class="stone" data-color="both" aria-hidden="true" />
          {t("start.random")}
        </button>
      </div>
    </fieldset>
  );
}

function Tile({
  tile: { title, text, picture, action },
  onStart,
}: {
  tile: StartTile;
  onStart: (part: Partial<Match>) => void;
}): JSX.Element {
  const content = (
    <>
      <BoardPicture view={picture} />
      <strong>{t(title)}</strong>
      <span class="quiet">{t(text)}</span>
    </>
  );
  return action.kind === "screen" ? (
    <a class="tile" href={PATHS[action.screen]} onClick={(event) => followScreenLink(event, action.screen)}>
      {content}
    </a>
  ) : (
    <button
      type="button"
      class="tile"
      onClick={() => onStart({ rule: action.rule, area: action.area, opening: "free" })}
    >
      {content}
    </button>
  );
}
