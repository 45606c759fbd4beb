// Set-up of the unit tests, which read English unless they load another language.
import { loadMessages } from "./translate";

await loadMessages("en");
