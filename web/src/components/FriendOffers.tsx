import { useSignal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import type { ActionKind, Seat } from "../api/friendClient";
import { pointName } from "../board/pointName";
import type { FriendController } from "../game/friendController";
import { illegalReasonAt } from "../game/illegalReason";
import { type MessageKey, t } from "../i18n/t";
import { navigate, navigateToFriendGame } from "../route";
import { Button } from "./Button";
import { Toolbar } from "./Toolbar";

/** What waits for an answer: choices of the opening, offers, the pause, a foul. */
export function FriendOffers({ controller }: { controller: FriendController }): JSX.Element | null {
  const game = controller.game.value;
  const mine = controller.seat.value;
  if (!game || !mine) return null;
  const other = mine === "host" ? "guest" : "host";
  const isOtherAway = game.joined && !game.result && !controller.isHere(other);
  return (
    <>
      {controller.may("choose") && (
        <div class="row wrap">
          <Choice controller={controller} choice="black" />
          <Choice controller={controller} choice="white" />
          {game.stage === "choose_first" && <Choice controller={controller} choice="more" />}
        </div>
      )}
      <FoulQuestion controller={controller} />
      <Proposal controller={controller} by={game.takeback} mine={mine} kind="takeback" />
      <Proposal controller={controller} by={game.draw} mine={mine} kind="draw" />
      {isOtherAway && controller.may("pause") && (
        <Offer text="friend.pause.hint">
          <Answer controller={controller} kind="pause" text="friend.pause" />
        </Offer>
      )}
      {game.paused && (
        <Offer text={game.paused === mine ? "friend.pause.on" : "friend.turn.paused"}>
          <Answer controller={controller} kind="resume" text="friend.resume" />
        </Offer>
      )}
      {game.rematch && !game.next && (
        <Offer text={game.rematch === mine ? "friend.rematch.offered" : "friend.rematch.other"}>
          {game.rematch !== mine && (
            <Answer controller={controller} kind="accept_rematch" text="friend.accept" />
          )}
        </Offer>
      )}
    </>
  );
}

interface ProposalProps {
  readonly controller: FriendController;
  /** Seat that asked. */
  readonly by: Seat | null | undefined;
  readonly mine: Seat;
  readonly kind: "takeback" | "draw";
}

/** A question of one player that the other accepts or declines, and that its asker may withdraw. */
function Proposal({ controller, by, mine, kind }: ProposalProps): JSX.Element | null {
  if (!by) return null;
  const isOwn = by === mine;
  const asked = kind === "draw" ? "friend.draw.offered" : "friend.takeback.asked";
  return (
    <Offer text={isOwn ? asked : `friend.${kind}.other`}>
      {!isOwn && <Answer controller={controller} kind={`accept_${kind}`} text="friend.accept" />}
      <Answer
        controller={controller}
        kind={`decline_${kind}`}
        text={isOwn ? "friend.withdraw" : "friend.decline"}
      />
    </Offer>
  );
}

/** A note with buttons. */
function Offer({ text, children }: { text: MessageKey; children: ComponentChildren }): JSX.Element {
  return (
    <div class="friend-card">
      <p>{t(text)}</p>
      <div class="row wrap">{children}</div>
    </div>
  );
}

type PlainAction = Exclude<ActionKind, "move" | "choose">;

interface AnswerProps {
  readonly controller: FriendController;
  readonly kind: PlainAction;
  readonly text: MessageKey;
}

function Answer({ controller, kind, text }: AnswerProps): JSX.Element {
  const accepts = kind.startsWith("accept");
  return <Button label={t(text)} primary={accepts} onPress={() => void controller.act({ kind })} />;
}

interface ChoiceProps {
  readonly controller: FriendController;
  readonly choice: "black" | "white" | "more";
}

function Choice({ controller, choice }: ChoiceProps): JSX.Element {
  return (
    <Button
      label={t(`friend.choose.${choice}`)}
      onPress={() => void controller.act({ kind: "choose", choice })}
    />
  );
}

/** A forbidden point was chosen: playing it loses, so it is asked about. */
function FoulQuestion({ controller }: { controller: FriendController }): JSX.Element | null {
  const [point, position] = [controller.foulAt.value, controller.position.value];
  if (!point || !position) return null;
  const reason = illegalReasonAt(position, point);
  const why = reason && reason.kind in SHAPES ? t(`why.${reason.kind as keyof typeof SHAPES}`) : "";
  return (
    <div class="friend-card" role="alert">
      <p>{t("friend.foul.sure", { point: pointName(position.area ?? null, point), why })}</p>
      <div class="row wrap">
        <Button label={t("friend.foul.no")} primary onPress={() => (controller.foulAt.value = null)} />
        <Button label={t("friend.foul.yes")} onPress={() => void controller.sendMove(point)} />
      </div>
    </div>
  );
}

const SHAPES = { three: 0, four: 0, six: 0 };

/** Toolbar of a game between people. */
export function FriendActions({ controller }: { controller: FriendController }): JSX.Element {
  const game = controller.game.value;
  const sure = useSignal(false);
  const act = (kind: PlainAction): void => void controller.act({ kind });
  if (sure.value && controller.may("resign"))
    return (
      <Toolbar label={t("friend.resign.sure")}>
        <Button icon="back" label={t("friend.resign.no")} onPress={() => (sure.value = false)} />
        <Button
          icon="stop"
          label={t("friend.resign.yes")}
          primary
          onPress={() => {
            sure.value = false;
            act("resign");
          }}
        />
      </Toolbar>
    );
  const next = game?.next ?? null;
  return (
    <Toolbar label={t("friend.actions.name")}>
      <Button
        icon="undo"
        label={t("friend.takeback.ask")}
        disabled={!controller.may("ask_takeback")}
        onPress={() => act("ask_takeback")}
      />
      <Button
        icon="setup"
        label={t("friend.draw.offer")}
        short={t("friend.draw.offer.short")}
        disabled={!controller.may("offer_draw")}
        onPress={() => act("offer_draw")}
      />
      {controller.may("cancel") ? (
        <Button icon="close" label={t("friend.invite.cancel")} onPress={() => act("cancel")} />
      ) : (
        <Button
          icon="stop"
          label={t("friend.resign")}
          disabled={!controller.may("resign")}
          onPress={() => (sure.value = true)}
        />
      )}
      {next ? (
        <Button
          icon="play"
          label={t("friend.rematch.go")}
          primary
          onPress={() => navigateToFriendGame(next)}
        />
      ) : controller.may("offer_rematch") ? (
        <Button icon="reset" label={t("friend.rematch")} primary onPress={() => act("offer_rematch")} />
      ) : (
        <Button
          icon="plus"
          label={t("play.new")}
          short={t("play.new.short")}
          onPress={() => navigate("friend")}
        />
      )}
    </Toolbar>
  );
}
