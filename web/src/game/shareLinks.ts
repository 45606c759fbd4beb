import type { Position, Study } from "../api/types";
import { BASE, IS_STATIC } from "../route";
import { formatLink } from "./link";

/** Longest fragment that is written: what messengers and mail leave whole. */
const MAX_FRAGMENT = 1900;

/** Whether others can reach this server: without `--public` it answers to these names alone. */
export const isReachable = (host: string = location.hostname): boolean =>
  !IS_STATIC && !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(host);

/** Link of a position. A server that others reach sees it, so that it can show a picture in previews. */
export const positionUrl = (position: Position): string =>
  `${location.origin}${BASE}${isReachable() ? "p/" : "#"}${formatLink(position)}`;

/** Link that holds a whole study; null if it would be too long. */
export async function studyFragment(study: Study): Promise<string | null> {
  const { encodeStudy } = await import("./studyCodec");
  const fragment = await encodeStudy(study);
  return fragment.length <= MAX_FRAGMENT ? fragment : null;
}

export const fragmentUrl = (fragment: string): string => `${location.origin}${BASE}#${fragment}`;
export const keptStudyUrl = (id: string): string => `${location.origin}${BASE}s/${id}`;

/** HTML that shows what a link leads to in a frame of another page. */
export function embedSnippet(link: string, title: string): string {
  const { pathname, hash } = new URL(link);
  const path = pathname.slice(BASE.length);
  const isKept = path.startsWith("s/");
  const rest = isKept
    ? `/${path}`
    : `${IS_STATIC ? "/" : ""}${path.startsWith("p/") ? `#${path.slice(2)}` : hash}`;
  const address = `${location.origin}${BASE}embed${rest}`;
  const quoted = (text: string): string =>
    text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
  return `<iframe src="${quoted(address)}" title="${quoted(title)}" width="480" height="640" style="border: 0" loading="lazy"></iframe>`;
}

export const isStudyFragment = (hash: string): boolean => /^#?study\//.test(hash);
