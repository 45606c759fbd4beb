import { ApiError, type Client } from "../api/client";
import type { Study } from "../api/types";
import { t } from "../i18n/t";
import type { GameState } from "./gameState";
import { gameFromStudy } from "./study";
import { decodeStudy, StudyLinkError } from "./studyCodec";

/** The game of a study: in the fragment of a link, or kept by the server under an id. Its moves are checked. */
export async function openStudy(
  client: Client,
  link: { fragment: string } | { id: string },
): Promise<GameState> {
  if ("id" in link) return gameFromStudy(await client.openStudy(link.id));
  let study: Study;
  try {
    study = await decodeStudy(link.fragment);
  } catch (error) {
    if (!(error instanceof StudyLinkError)) throw error;
    throw new ApiError({ code: "bad_study", message: t(`study.${error.reason}`) });
  }
  await client.checkStudy(study);
  return gameFromStudy(study);
}
