import { mkdirSync } from "node:fs";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, test } from "vitest";
import { launch, open, remember } from "./browser";

let browser: Browser;
beforeAll(async () => {
  mkdirSync("shots", { recursive: true });
  browser = await launch();
});
afterAll(() => browser.close());

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
      const name = `${screen}-${width}-${mode}`;
      if (!wanted(name)) continue;
      test(name, async () => {
        const { page } = await open(browser, path, { viewport: { width, height } });
        await remember(page, { mode, theme: "wood" });
        await page.locator(".panel").waitFor();
        if (screen === "watch") {
          await page.getByRole("slider", { name: "Move" }).fill("24");
          await page.getByRole("button", { name: "Step" }).click();
          await page.waitForTimeout(150);
        }
        await page.waitForTimeout(250);
        await page.screenshot({ path: `shots/${name}.png` });
        await page.context().close();
      });
    }
  }
}
