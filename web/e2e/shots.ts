import { mkdirSync } from "node:fs";
import type { Page } from "playwright-core";
import { test } from "vitest";
import { useBrowser } from "./browser";

const browser = useBrowser();
const FOLDER = process.env.SHOTS_DIR ?? "shots";

const WIDTHS = [
  [360, 740],
  [768, 1024],
  [1280, 800],
  [1920, 1080],
] as const;

const SCREENS = {
  play: "/#freestyle/15x15/h8i9i8g8h9h7j10g10i10i7j8k8j9",
  infinite: "/#freestyle/infinite/(0,0)(1,1)(1,0)(2,0)(0,1)(-1,2)",
  watch: "/nogo",
  solve: "/solve#renju/15x15/h8h9i8",
  judge: "/judge",
};

/** Only what matches is made, where SHOTS names it: `SHOTS=play-1280 npm run shots`. */
const wanted = (name: string): boolean => name.includes(process.env.SHOTS ?? "");

for (const [screen, path] of Object.entries(SCREENS)) {
  for (const [width, height] of WIDTHS) {
    for (const mode of ["light", "dark"]) {
      for (const theme of (process.env.THEMES ?? "wood").split(",")) {
        const name = [screen, width, mode, theme].join("-");
        if (!wanted(name)) continue;
        test(name, async () => {
          const remembered = { theme, mode };
          const page = await browser.open(path, { by: { viewport: { width, height } }, remembered });
          await page.locator(".panel").waitFor();
          if (screen === "watch") await toTheMiddle(page);
          await page.evaluate(() => document.fonts.ready);
          await page.waitForLoadState("networkidle");
          mkdirSync(FOLDER, { recursive: true });
          await page.screenshot({ path: `${FOLDER}/${name}.png` });
        });
      }
    }
  }
}

/** A board with stones on it, one of them about to land. */
async function toTheMiddle(page: Page): Promise<void> {
  await page.getByRole("slider", { name: "Move" }).fill("24");
  await page.getByRole("button", { name: "Step", exact: true }).click();
}
