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
import { effect } from "@preact/signals";
import { render } from "preact";
import { App } from "./App";
import { httpClient } from "./api/client";
import { applyTheme } from "./applyTheme";
import { startEngine } from "./engine/startEngine";
import { listenToNetwork } from "./offline/network";
import { withResponseCache } from "./offline/responseCache";
import { listenToHistory } from "./route";

listenToHistory();
listenToNetwork();
// Before the first render, so that no wrong colors flash.
effect(applyTheme);
render(<App client={startEngine(withResponseCache(httpClient()))} />, document.getElementById("app")!);
if (import.meta.env.PROD) void navigator.serviceWorker?.register("/sw.js");
