import { language } from "../settings";
import { type Translate, translateTo } from "./translate";

export {
  fillMessage,
  hasMessage,
  loadMessages,
  type MessageKey,
  type MessageParams,
  type Messages,
} from "./translate";

/** Translates a message into the language of the page. */
export const t: Translate = (key, params) => translateTo(language.value)(key, params);
