import type { JSX } from "preact";
import type { Playable } from "../api/types";
import { t } from "../i18n/t";

const OWNERS = ["black", "white", "both", "nobody"] as const;

/** How many points of NoGo each side alone may play on, both, and nobody: a legend of the board, counted. */
export function PointOwners({ playable }: { playable: Playable }): JSX.Element {
  const ahead = playable.black.length - playable.white.length;
  return (
    <div class="owners" role="status">
      <dl>
        {OWNERS.map((owner) => (
          <div key={owner}>
            <dt>
              <i class="owner" data-owner={owner} aria-hidden="true" />
              {t(`points.${owner}`)}
            </dt>
            <dd class="figure">{playable[owner].length}</dd>
          </div>
        ))}
      </dl>
      <p>
        {ahead === 0
          ? t("points.even")
          : t("points.ahead", {
              color: t(ahead > 0 ? "color.black" : "color.white"),
              count: Math.abs(ahead),
            })}
      </p>
    </div>
  );
}
