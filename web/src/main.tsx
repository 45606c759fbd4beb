import "./theme/themes.css";
import "./theme/base.css";
import "./theme/layout.css";
import "./theme/board.css";
import "./theme/controls.css";
import "./theme/panel.css";
import "./theme/sheet.css";
import "./theme/film.css";
import "./theme/judge.css";
import "./theme/play.css";
import "./theme/cards.css";
import { effect } from "@preact/signals";
import { render } from "preact";
import { App } from "./App";
import { applyTheme } from "./applyTheme";
import { startClient } from "./engine/startClient";
import { loadMessages } from "./i18n/translate";
import { listenToNetwork } from "./offline/network";
import { BASE, listenToHistory } from "./route";
import { language } from "./settings";

listenToHistory();
listenToNetwork();
// Before the first render, so that no wrong colors flash.
effect(applyTheme);
// Nothing is painted in another language first.
await loadMessages(language.peek());
render(<App client={startClient()} />, document.getElementById("app")!);
if (import.meta.env.PROD) void navigator.serviceWorker?.register(`${BASE}sw.js`);
