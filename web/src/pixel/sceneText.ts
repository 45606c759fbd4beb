import type { Film } from "../api/types";
import { pointName } from "../board/pointName";
import { t } from "../i18n/t";
import type { Scene } from "./scene";

/** Localized caption of a scene. */
export function sceneText(film: Film, scene: Scene): string {
  const color = t(`color.${scene.turn}`);
  const { tried, candidate, landing, shade, ended, last, number } = scene;
  if (ended) return t("watch.stuck", { color, winner: t(`color.${film.winner}`) });
  if (tried) return t("watch.scene.tried", { color, point: pointName(film.size, tried) });
  const next = candidate ?? landing;
  if (next) return t("watch.scene.chosen", { color, point: pointName(film.size, next.point) });
  const before = film.frames[number - 1];
  if (!before || !last) return t("watch.scene.start", { color });
  const played = { color: t(`color.${before.color}`), point: pointName(film.size, last) };
  const chain = shade?.chain ?? before.chains[0];
  const count = chain?.liberties.length ?? 0;
  if (before.joined.length === 0) return t("watch.scene.played", { ...played, count });
  return t("watch.scene.joined", { ...played, count, chains: before.joined.length + 1 });
}
