import type { JSX } from "preact";
import { sizeName } from "../game/describe";
import { dropOwnGame, ownFriendGames } from "../game/friendGameList";
import { LANGUAGE_NAMES } from "../i18n/language";
import { t } from "../i18n/t";
import { language } from "../settings";
import { Button } from "./Button";

/** Games between people of this browser, latest first. */
export function OwnFriendGames({ onOpen }: { onOpen: (id: string) => void }): JSX.Element {
  const games = ownFriendGames.value;
  const when = (at: number): string =>
    new Date(at).toLocaleString(LANGUAGE_NAMES[language.value].tag, {
      dateStyle: "medium",
      timeStyle: "short",
    });
  return (
    <section class="block">
      <h2>{t("friend.mine")}</h2>
      {games.length === 0 && <p class="quiet">{t("friend.mine.none")}</p>}
      <ul class="games">
        {games.map(({ id, rule, area, phase, at }) => (
          <li key={id}>
            <button type="button" class="game" onClick={() => onOpen(id)}>
              <span>{[t(`rule.${rule}`), sizeName(area), t(`friend.mine.${phase}`)].join(" · ")}</span>
              <span class="quiet">{when(at)}</span>
            </button>
            <Button icon="close" label={t("friend.mine.drop")} bare onPress={() => dropOwnGame(id)} />
          </li>
        ))}
      </ul>
    </section>
  );
}
