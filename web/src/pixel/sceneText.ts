import type { Film } from "../api/types";
import { pointName } from "../board/pointName";
import { say } from "../i18n/t";
import type { Scene } from "./scene";

/** What a picture of a film shows, in words. */
export function story(film: Film, scene: Scene): string {
  const color = say(`color.${scene.turn}`);
  const { tried, candidate, landing, shade, ended, last, number } = scene;
  if (ended) return say("watch.stuck", { color, winner: say(`color.${film.winner}`) });
  if (tried) return say("watch.story.tried", { color, point: pointName(film.size, tried) });
  const next = candidate ?? landing;
  if (next) return say("watch.story.chosen", { color, point: pointName(film.size, next.point) });
  const before = film.frames[number - 1];
  if (!before || !last) return say("watch.story.start", { color });
  const played = { color: say(`color.${before.color}`), point: pointName(film.size, last) };
  const chain = shade?.chain ?? before.chains[0];
  const count = chain?.liberties.length ?? 0;
  if (before.joined.length === 0) return say("watch.story.played", { ...played, count });
  return say("watch.story.joined", { ...played, count, chains: before.joined.length + 1 });
}
