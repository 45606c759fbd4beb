import "../theme/friend.css";
import type { JSX } from "preact";
import type { Client } from "../api/client";
import { friendClient } from "../api/friendClient";
import { FriendGameView } from "../components/FriendGameView";
import { FriendSetup } from "../components/FriendSetup";
import { currentFriendGame, navigateToFriendGame } from "../route";

/** Screen of games between people: making one, or the one in the address. */
export function Friend({ client }: { client: Client }): JSX.Element {
  const id = currentFriendGame.value;
  return (
    <main class="screen" id="main">
      {id === null ? (
        <FriendSetup client={client} friends={friendClient} onOpen={navigateToFriendGame} />
      ) : (
        <FriendGameView key={id} client={client} friends={friendClient} id={id} />
      )}
    </main>
  );
}
