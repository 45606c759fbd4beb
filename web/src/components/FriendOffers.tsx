import { useSignal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import type { ActionKind, Seat } from "../api/friendClient";
import { pointName } from "../board/pointName";
import type { FriendController } from "../game/friendController";
import { illegalReasonAt } from "../game/illegalReason";
import { type FriendMessageKey, friendText } from "../i18n/friendMessages";
import { t } from "../i18n/t";
import { navigate, navigateToFriendGame } from "../route";
import { Button } from "./Button";

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
        <Offer text="pause.hint">
          <Answer controller={controller} kind="pause" text="pause" />
        </Offer>
      )}
      {game.paused && (
        <Offer text={game.paused === mine ? "pause.on" : "turn.paused"}>
          <Answer controller={controller} kind="resume" text="resume" />
        </Offer>
      )}
      {game.rematch && !game.next && (
        <Offer text={game.rematch === mine ? "rematch.offered" : "rematch.other"}>
          {game.rematch !== mine && <Answer controller={controller} kind="accept_rematch" text="accept" />}
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
  const asked = kind === "draw" ? "draw.offered" : "takeback.asked";
  return (
    <Offer text={isOwn ? asked : `${kind}.other`}>
      {!isOwn && <Answer controller={controller} kind={`accept_${kind}`} text="accept" />}
      <Answer controller={controller} kind={`decline_${kind}`} text={isOwn ? "withdraw" : "decline"} />
    </Offer>
  );
}

/** A note with buttons. */
function Offer({ text, children }: { text: FriendMessageKey; children: ComponentChildren }): JSX.Element {
  return (
    <div class="friend-card">
      <p>{friendText(text)}</p>
      <div class="row wrap">{children}</div>
    </div>
  );
}

type PlainAction = Exclude<ActionKind, "move" | "choose">;

interface AnswerProps {
  readonly controller: FriendController;
  readonly kind: PlainAction;
  readonly text: FriendMessageKey;
}

function Answer({ controller, kind, text }: AnswerProps): JSX.Element {
  const accepts = kind.startsWith("accept");
  return <Button label={friendText(text)} primary={accepts} onPress={() => void controller.act({ kind })} />;
}

interface ChoiceProps {
  readonly controller: FriendController;
  readonly choice: "black" | "white" | "more";
}

function Choice({ controller, choice }: ChoiceProps): JSX.Element {
  return (
    <Button
      label={friendText(`choose.${choice}`)}
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
      <p>{friendText("foul.sure", { point: pointName(position.area ?? null, point), why })}</p>
      <div class="row wrap">
        <Button label={friendText("foul.no")} primary onPress={() => (controller.foulAt.value = null)} />
        <Button label={friendText("foul.yes")} onPress={() => void controller.sendMove(point)} />
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
      <div class="actions" role="toolbar" aria-label={friendText("resign.sure")}>
        <Button icon="back" label={friendText("resign.no")} onPress={() => (sure.value = false)} />
        <Button
          icon="stop"
          label={friendText("resign.yes")}
          primary
          onPress={() => {
            sure.value = false;
            act("resign");
          }}
        />
      </div>
    );
  const next = game?.next ?? null;
  return (
    <div class="actions" role="toolbar" aria-label={friendText("actions.name")}>
      <Button
        icon="undo"
        label={friendText("takeback.ask")}
        disabled={!controller.may("ask_takeback")}
        onPress={() => act("ask_takeback")}
      />
      <Button
        icon="setup"
        label={friendText("draw.offer")}
        short={friendText("draw.short")}
        disabled={!controller.may("offer_draw")}
        onPress={() => act("offer_draw")}
      />
      {controller.may("cancel") ? (
        <Button icon="close" label={friendText("invite.cancel")} onPress={() => act("cancel")} />
      ) : (
        <Button
          icon="stop"
          label={friendText("resign")}
          disabled={!controller.may("resign")}
          onPress={() => (sure.value = true)}
        />
      )}
      {next ? (
        <Button
          icon="play"
          label={friendText("rematch.go")}
          short={friendText("rematch")}
          primary
          onPress={() => navigateToFriendGame(next)}
        />
      ) : controller.may("offer_rematch") ? (
        <Button icon="reset" label={friendText("rematch")} primary onPress={() => act("offer_rematch")} />
      ) : (
        <Button icon="plus" label={t("play.new")} onPress={() => navigate("friend")} />
      )}
    </div>
  );
}
