import { mkdirSync } from "node:fs";
import type { Page } from "playwright-core";
import { test } from "vitest";
import { judgeExample, press, ready, speak } from "./actions";
import { cell, useBrowser } from "./browser";

// Screenshots of the main screens: npm run shots. Those of the README: npm run pictures.

const browser = useBrowser();
const FOLDER = process.env.SHOTS_DIR ?? "shots";
const PICTURES = "../docs/pictures";
/** Filter of the screenshots, a regular expression: `SHOTS=play-1366 npm run shots`. */
const WANTED = process.env.SHOTS ?? "";

const SIZES = [
  [360, 740],
  [683, 384], // A laptop at 200 %.
  [768, 1024],
  [844, 390],
  [1366, 768],
  [1920, 1080],
] as const;
/** Languages of the pictures: `LANGUAGES=zh,ru npm run shots`. */
const LANGUAGES = (process.env.LANGUAGES ?? "en").split(",");

const GAME = "h8i9i8g8h9h7";
const WON = "/#freestyle/15x15/h8i9i8g8h9h7j10g10i10i7j8k8j9j7j11k11j12";

/** What is shown; what is pressed has its English name, and the language is changed afterwards. */
const SCREENS: Record<string, { path: string; prepare?: (page: Page) => Promise<unknown> }> = {
  start: { path: "/" },
  play: { path: `/#renju/15x15/${GAME}` },
  lines: { path: `/#renju/15x15/${GAME}`, prepare: analyse },
  won: { path: WON },
  review: { path: WON, prepare: review },
  infinite: { path: "/#freestyle/infinite/(0,0)(1,1)(1,0)(2,0)(0,1)(-1,2)" },
  owners: { path: "/#nogo/9x9/e5d4f6c3g7e4d5", prepare: (page) => page.keyboard.press("w") },
  threats: { path: "/#freestyle/15x15/g8a15h8o15i8", prepare: (page) => page.keyboard.press("x") },
  new: { path: "/", prepare: (page) => press(page, "New game") },
  rules: { path: "/", prepare: (page) => press(page, "Rules in a minute") },
  share: { path: WON, prepare: (page) => press(page, "Share") },
  import: { path: "/", prepare: (page) => press(page, "Import") },
  keys: { path: "/", prepare: (page) => page.keyboard.press("?") },
  puzzle: { path: "/puzzles#72" },
  wrong: { path: "/puzzles#72", prepare: (page) => page.locator(cell(0, 0)).click() },
  friend: { path: "/friend" },
  invite: { path: "/friend", prepare: (page) => press(page, "Create game") },
  watch: { path: "/nogo", prepare: toTheMiddle },
  watched: { path: "/nogo#7/scan/random/2", prepare: (page) => page.keyboard.press("End") },
  solve: { path: "/solve#renju/15x15/h8h9i8" },
  proof: { path: "/solve#freestyle/15x15/g8a15h8o15h9a1h10o1", prepare: (page) => press(page, "Solve") },
  judge: { path: "/judge" },
  judged: { path: "/judge", prepare: judgeExample },
  settings: { path: "/", prepare: (page) => press(page, "Settings") },
};

for (const [screen, { path, prepare }] of Object.entries(SCREENS)) {
  for (const [width, height] of SIZES) {
    for (const mode of ["light", "dark"]) {
      for (const theme of (process.env.THEMES ?? "wood").split(",")) {
        for (const language of LANGUAGES) {
          const name = [screen, width, mode, theme, language].join("-");
          if (!new RegExp(WANTED).test(name)) continue;
          test(name, async () => {
            const context = { viewport: { width, height } };
            const page = await browser.open(path, { context, stored: { theme, mode } });
            await ready(page);
            await prepare?.(page);
            await speak(page, language);
            // A game between people has a stream: the network is never idle.
            await page.waitForTimeout(400);
            await page.mouse.move(0, 0);
            mkdirSync(FOLDER, { recursive: true });
            await page.screenshot({ path: `${FOLDER}/${name}.png` });
          });
        }
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
    await analyse(page);
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

/** Lines of the engine on the board and in the panel. */
async function analyse(page: Page): Promise<void> {
  await press(page, "Hint");
  await page.locator(".lines li").nth(2).waitFor();
  await page.locator(".status:not([data-thinking])").waitFor();
}

/** A review, at its last mistake. */
async function review(page: Page): Promise<void> {
  await press(page, "Review game");
  await page.locator(".mistake").last().click();
  await page.locator(".review-note").waitFor();
}

/** A board with stones, the next one about to land. */
async function toTheMiddle(page: Page): Promise<void> {
  await page.getByRole("slider", { name: "Move" }).fill("34");
  await page.getByRole("button", { name: "Step", exact: true }).click();
  await page.getByText("chooses").waitFor();
  await page.getByRole("slider", { name: "Move" }).evaluate((slider: HTMLElement) => slider.blur());
}
