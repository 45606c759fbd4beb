import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { LANGUAGES } from "../src/i18n/language";
import { judgeExample, press, ready, speak } from "./actions";
import { cell, FRIENDS, useBrowser } from "./browser";
import { layoutFaults } from "./layoutFaults";

// Words have room, in every language: on phones, upright and on their side, and on a laptop, also at 200 %.

const browser = useBrowser();

const SIZES = [
  [320, 568],
  [360, 740],
  [683, 384],
  [844, 390],
  [1366, 768],
] as const;

interface ScreenState {
  readonly path: string;
  reach?(page: Page): Promise<unknown>;
}

const WON = "/#freestyle/15x15/h8j7i8i9j8h9k8k9l8";

const STATES: Readonly<Record<string, ScreenState>> = {
  "the start card": { path: "/" },
  "a game": { path: "/#renju/15x15/h8i9i8g8h9h7j10g10" },
  "a game that is over": { path: WON },
  "a review": {
    path: WON,
    reach: async (page) => {
      await press(page, "Review game");
      await page.locator(".mistake").last().click();
      await page.locator(".review-note").waitFor();
    },
  },
  "points of NoGo": {
    path: "/#nogo/9x9/e5d4f6c3",
    reach: async (page) => {
      await page.keyboard.press("w");
      await page.locator(".owners").waitFor();
    },
  },
  "a set-up": { path: "/#freestyle/15x15/h8", reach: (page) => press(page, "Set up") },
  "a new game": { path: "/", reach: (page) => press(page, "New game") },
  "the rules": { path: "/", reach: (page) => press(page, "Rules in a minute") },
  settings: { path: "/", reach: (page) => press(page, "Settings") },
  "links to share": { path: WON, reach: (page) => press(page, "Share") },
  "formats to export": { path: WON, reach: (page) => press(page, "Export") },
  "a wrong move at a puzzle": {
    path: "/puzzles#751",
    reach: async (page) => {
      await page.locator(cell(14, 14)).click();
      await page.locator('.puzzle-answer[data-stage="wrong"]').waitFor();
    },
  },
  "a film": { path: "/nogo" },
  "a proof": {
    path: "/solve#freestyle/15x15/g8a15h8o15h9a1h10o1",
    reach: async (page) => {
      await press(page, "Solve");
      await page.locator(".steps li").first().waitFor();
    },
  },
  "the form of records": { path: "/judge" },
  "an archive": { path: "/judge", reach: judgeExample },
  "a new game between people": { path: "/friend" },
  "an invitation": {
    path: "/friend",
    reach: async (page) => {
      await press(page, "Create game");
      await page.getByLabel("Link").waitFor();
    },
  },
};

test.each(Object.entries(STATES))("no word of %s is cut or lies over another", async (_, { path, reach }) => {
  const page = await browser.open(path, { stored: FRIENDS });
  await ready(page);
  await reach?.(page);
  for (const language of LANGUAGES) {
    await speak(page, language);
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      // The panel slides to its height.
      await expect
        .poll(() => layoutFaults(page), { timeout: 10_000, message: `${language}, ${width}×${height}` })
        .toEqual([]);
    }
  }
});
