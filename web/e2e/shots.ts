import { mkdirSync } from "node:fs";
import type { Page } from "playwright-core";
import { test } from "vitest";
import { judgeExample, ready } from "./actions";
import { useBrowser } from "./browser";

// Screenshots of the main screens: npm run shots. Those of the README: npm run pictures.

const browser = useBrowser();
const FOLDER = process.env.SHOTS_DIR ?? "shots";
const PICTURES = "../docs/pictures";
/** Filter of the screenshots: `SHOTS=play-1280 npm run shots`. */
const WANTED = process.env.SHOTS ?? "";

const WIDTHS = [
  [360, 740],
  [768, 1024],
  [1280, 800],
  [1920, 1080],
] as const;

const GAME = "h8i9i8g8h9h7";

const SCREENS: Record<string, { path: string; prepare?: (page: Page) => Promise<void> }> = {
  play: { path: `/#renju/15x15/${GAME}` },
  won: { path: "/#freestyle/15x15/h8i9i8g8h9h7j10g10i10i7j8k8j9j7j11k11j12" },
  infinite: { path: "/#freestyle/infinite/(0,0)(1,1)(1,0)(2,0)(0,1)(-1,2)" },
  new: { path: "/", prepare: (page) => page.getByRole("button", { name: "New game" }).click() },
  watch: { path: "/nogo", prepare: toTheMiddle },
  watched: { path: "/nogo#7/scan/random/2", prepare: (page) => page.keyboard.press("End") },
  solve: { path: "/solve#renju/15x15/h8h9i8" },
  judge: { path: "/judge" },
  judged: { path: "/judge", prepare: judgeExample },
  settings: { path: "/", prepare: (page) => page.getByRole("button", { name: "Settings" }).click() },
};

for (const [screen, { path, prepare }] of Object.entries(SCREENS)) {
  for (const [width, height] of WIDTHS) {
    for (const mode of ["light", "dark"]) {
      for (const theme of (process.env.THEMES ?? "wood").split(",")) {
        const name = [screen, width, mode, theme].join("-");
        if (!name.includes(WANTED)) continue;
        test(name, async () => {
          const stored = { theme, mode };
          const page = await browser.open(path, { context: { viewport: { width, height } }, stored });
          await ready(page);
          await prepare?.(page);
          await page.waitForLoadState("networkidle");
          mkdirSync(FOLDER, { recursive: true });
          await page.screenshot({ path: `${FOLDER}/${name}.png` });
        });
      }
    }
  }
}

if (WANTED === "picture") {
  test("picture of a game", async () => {
    const page = await browser.open(SCREENS.play!.path, {
      context: { viewport: { width: 1160, height: 760 } },
      stored: { theme: "wood", mode: "light", numbers: true },
    });
    await ready(page);
    await page.getByRole("button", { name: "Hint" }).click();
    await page.locator(".lines li").nth(2).waitFor();
    await page.getByRole("button", { name: "Hint" }).waitFor({ timeout: 60_000 });
    await page.mouse.move(0, 0);
    await page.screenshot({ path: `${PICTURES}/play.png` });
  });

  test("picture of the animation", async () => {
    const page = await browser.open("/nogo#9/scan/engine/3", {
      context: { viewport: { width: 1160, height: 760 } },
      stored: { theme: "pixel", mode: "dark" },
    });
    await ready(page);
    await toTheMiddle(page);
    await page.screenshot({ path: `${PICTURES}/watch.png` });
  });
}

/** A board with stones, the next one about to land. */
async function toTheMiddle(page: Page): Promise<void> {
  await page.getByRole("slider", { name: "Move" }).fill("34");
  await page.getByRole("button", { name: "Step", exact: true }).click();
  await page.getByText("chooses").waitFor();
  await page.getByRole("slider", { name: "Move" }).evaluate((slider: HTMLElement) => slider.blur());
}
