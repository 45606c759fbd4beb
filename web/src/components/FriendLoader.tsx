import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Client } from "../api/client";
import { t } from "../i18n/t";
import { loadScript } from "../loadScript";
import { IS_STATIC } from "../route";

type FriendScreen = (props: { client: Client }) => JSX.Element;

/** Loads the screen of games between people when it is opened: the first script stays small. */
export function FriendLoader({ client }: { client: Client }): JSX.Element {
  const [screen, setScreen] = useState<{ Friend: FriendScreen } | null>(null);
  useEffect(() => {
    if (!IS_STATIC) void loadScript(() => import("../screens/Friend")).then(setScreen);
  }, []);
  if (screen) return <screen.Friend client={client} />;
  return (
    <main class="screen" id="main">
      <div class="stage">
        <div class="board waiting" />
      </div>
      <aside class="panel" aria-label={t("panel.friend")}>
        <div class="panel-body">{IS_STATIC && <p>{t("play.byLink.static")}</p>}</div>
      </aside>
    </main>
  );
}
