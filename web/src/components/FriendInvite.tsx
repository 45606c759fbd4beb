import type { JSX } from "preact";
import { useId } from "preact/hooks";
import { showSuccess } from "../announce";
import { copyText } from "../clipboard";
import { t } from "../i18n/t";
import { friendGameUrl } from "../route";
import { Button } from "./Button";

/** Link of a game with what it is sent by; the hint is shown while the second player is awaited. */
export function FriendInvite({ id, waiting }: { id: string; waiting: boolean }): JSX.Element {
  const field = useId();
  const link = friendGameUrl(id);
  const copy = async (): Promise<void> => {
    if (await copyText(link)) showSuccess(t("friend.invite.copied"));
    else document.getElementById(field)?.focus();
  };
  const share = (): void => {
    // A person who closes the menu of the system rejects it.
    void navigator.share({ url: link, text: t("friend.invite.shareText") }).catch(() => undefined);
  };
  return (
    <section class="friend-card">
      {waiting && <h2>{t("friend.invite.title")}</h2>}
      {waiting && <p>{t("friend.invite.hint")}</p>}
      <div class="field">
        <label for={field}>{t("friend.invite.link")}</label>
        <input
          id={field}
          class="code"
          readOnly
          value={link}
          onFocus={(event) => event.currentTarget.select()}
        />
      </div>
      <div class="row wrap">
        <Button icon="link" label={t("friend.invite.copy")} primary={waiting} onPress={() => void copy()} />
        {"share" in navigator && <Button icon="export" label={t("friend.invite.share")} onPress={share} />}
      </div>
    </section>
  );
}
