import type { JSX } from "preact";
import { hasEngine, lostWorkers, MAX_LOST } from "../engine/engineState";
import { t } from "../i18n/t";
import { IS_STATIC } from "../route";
import {
  ANALYSIS_SECONDS,
  analysisLines,
  analysisSeconds,
  analysisThreads,
  LINE_COUNTS,
  THREAD_COUNTS,
  thinking,
} from "../settings";
import { Select } from "./FormFields";

/** Whether the engine thinks in the browser, which has one thread for it. */
const thinksHere = (): boolean =>
  IS_STATIC || (hasEngine.value && thinking.value === "browser" && lostWorkers.value < MAX_LOST);

/** Options of the analysis: lines, time, and threads where there can be several. */
export function AnalysisOptions(): JSX.Element {
  const threads = THREAD_COUNTS.filter((count) => count <= (navigator.hardwareConcurrency ?? 1));
  return (
    <details class="fold">
      <summary>{t("lines.options")}</summary>
      <div class="options">
        <Select
          label={t("lines.count")}
          value={String(analysisLines.value)}
          onChoose={(count) => (analysisLines.value = Number(count))}
          choices={LINE_COUNTS.map((count) => [String(count), String(count)])}
        />
        <Select
          label={t("lines.time")}
          value={String(analysisSeconds.value)}
          onChoose={(seconds) => (analysisSeconds.value = Number(seconds))}
          choices={ANALYSIS_SECONDS.map((seconds) => [String(seconds), timeText(seconds)])}
        />
        {!thinksHere() && (
          <Select
            label={t("lines.threads")}
            value={String(analysisThreads.value)}
            onChoose={(count) => (analysisThreads.value = Number(count))}
            choices={threads.map((count) => [String(count), String(count)])}
          />
        )}
      </div>
    </details>
  );
}

function timeText(seconds: number): string {
  if (seconds === 0) return t("lines.endless");
  return seconds < 120 ? t("lines.seconds", { seconds }) : t("lines.minutes", { minutes: seconds / 60 });
}
