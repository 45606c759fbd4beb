import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { sizeName } from "../game/describe";
import { areaOf, canSwap, fitting, LEVELS, type Match, RULES, sidesOf, usualSide } from "../game/match";
import { say } from "../i18n/t";
import { Button } from "./Button";
import { Segments, Select } from "./FormFields";
import { Sheet } from "./Sheet";

interface NewGameProps {
  readonly match: Match;
  readonly onStart: (match: Match) => void;
  readonly onImport: () => void;
  readonly onClose: () => void;
}

/** Rule, size and opponent in one compact sheet. */
export function NewGame({ match, onStart, onImport, onClose }: NewGameProps): JSX.Element {
  const [wish, setWish] = useState(match);
  const change = (part: Partial<Match>): void => {
    setWish(fitting({ ...wish, ...part }));
  };
  const sides = sidesOf(wish.rule);
  const side = wish.area?.width ?? 0;
  const engine = wish.level !== null;
  return (
    <Sheet title={say("play.new")} onClose={onClose}>
      <Segments
        label={say("play.rule")}
        value={wish.rule}
        choices={RULES.map((rule) => [rule, say(`rule.${rule}`)])}
        onChoose={(rule) => {
          const fits = sidesOf(rule).includes(side);
          change({ rule, ...(!fits && { area: areaOf(usualSide(rule)) }) });
        }}
      />
      <Select
        label={say("play.size")}
        value={String(side)}
        onChoose={(it) => change({ area: areaOf(Number(it)) })}
        choices={[...new Set([...sides, side])].map((it) => [String(it), sizeName(areaOf(it))])}
      />
      <Segments
        label={say("play.opponent")}
        value={engine ? "engine" : "friend"}
        onChoose={(it) => change({ level: it === "engine" ? 4 : null })}
        choices={[
          ["engine", say("play.opponent.engine")],
          ["friend", say("play.opponent.friend")],
        ]}
      />
      {engine && (
        <>
          <Segments
            label={say("play.level.label")}
            value={String(wish.level)}
            onChoose={(it) => change({ level: Number(it) })}
            choices={LEVELS.map((level) => [String(level), String(level)])}
          />
          {wish.opening === "swap2" ? (
            <Segments
              label={say("play.opener")}
              value={wish.opener}
              onChoose={(it) => change({ opener: it })}
              choices={[
                ["person", say("play.opener.person")],
                ["engine", say("play.opener.engine")],
              ]}
            />
          ) : (
            <Segments
              label={say("play.side")}
              value={wish.side}
              onChoose={(it) => change({ side: it })}
              choices={[
                ["black", say("color.black")],
                ["white", say("color.white")],
              ]}
            />
          )}
        </>
      )}
      {canSwap(wish) && (
        <Segments
          label={say("play.opening")}
          value={wish.opening}
          onChoose={(it) => change({ opening: it })}
          choices={[
            ["free", say("play.opening.free")],
            ["swap2", say("play.opening.swap2")],
          ]}
        />
      )}
      <div class="sheet-foot">
        <Button icon="import" label={say("play.import")} onPress={onImport} />
        <Button label={say("play.start")} primary onPress={() => onStart(wish)} />
      </div>
    </Sheet>
  );
}
