import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { LANGUAGES } from "../src/i18n/language";
import { judgeExample, press, ready, speak } from "./actions";
import { violations } from "./axe";
import { cell, DESKTOP, TOUCH, useBrowser } from "./browser";

// What people come back for, asked about in every theme, language and at the zoom of low sight.

const browser = useBrowser();

interface ScreenState {
  readonly path: string;
  reach?(page: Page): Promise<unknown>;
}

const STATES: Readonly<Record<string, ScreenState>> = {
  "the start card": { path: "/" },
  "a review": {
    path: "/#freestyle/15x15/h8j7i8i9j8h9k8k9l8",
    reach: async (page) => {
      await press(page, "Review game");
      await page.locator(".mistake").last().click();
      await page.locator(".review-note").waitFor();
    },
  },
  "a threat": {
    path: "/#freestyle/15x15/g8a15h8o15i8",
    reach: async (page) => {
      await page.keyboard.press("x");
      await page.locator(".threat[data-kind]").waitFor();
    },
  },
  "points of NoGo": {
    path: "/#nogo/9x9/e5d4f6c3",
    reach: async (page) => {
      await page.keyboard.press("w");
      await page.locator(".owners").waitFor();
    },
  },
  "a study to share": {
    path: "/#freestyle/15x15/h8h9i8i9",
    reach: async (page) => {
      await press(page, "Undo");
      await page.keyboard.type("a1");
      await page.keyboard.press("Enter");
      await press(page, "Share");
      await page.getByRole("dialog").waitFor();
    },
  },
  "a wrong move at a puzzle": {
    path: "/puzzles#72",
    reach: async (page) => {
      await page.locator(cell(0, 0)).focus();
      await page.keyboard.press("Enter");
      await page.locator('.puzzle-answer[data-stage="wrong"]').waitFor();
    },
  },
  "a film": { path: "/nogo#5/scan/random/2", reach: (page) => page.keyboard.press("End") },
  "a proof": {
    path: "/solve#freestyle/15x15/g8a15h8o15h9a1h10o1",
    reach: async (page) => {
      await press(page, "Solve");
      await page.locator(".steps li").first().waitFor();
    },
  },
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

const NAMES = Object.keys(STATES);

async function openState(name: string, context = DESKTOP, stored = {}): Promise<Page> {
  const { path, reach } = STATES[name]!;
  const page = await browser.open(path, { context, stored });
  await ready(page);
  await reach?.(page);
  return page;
}

test.each(NAMES)("axe finds no violations on %s in any theme, light or dark", async (name) => {
  for (const theme of ["wood", "pixel", "contrast"]) {
    const page = await openState(name, DESKTOP, { theme, mode: "auto" });
    for (const mode of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme: mode });
      await page.locator(`html[data-theme=${theme}][data-mode=${mode}]`).waitFor();
      expect(await violations(page), `${theme} ${mode}`).toEqual([]);
    }
    await page.context().close();
  }
});

test.each(NAMES)("axe finds no violations on %s in any language, on a phone", async (name) => {
  const page = await openState(name, TOUCH);
  for (const language of LANGUAGES) {
    await speak(page, language);
    expect(await violations(page), language).toEqual([]);
  }
});

test.each([
  [200, { viewport: { width: 683, height: 384 }, deviceScaleFactor: 2 }],
  [400, { viewport: { width: 341, height: 192 }, deviceScaleFactor: 4 }],
] as const)("axe finds no violations at %i % of a laptop", async (_, context) => {
  for (const name of NAMES) {
    const page = await openState(name, context);
    expect(await violations(page), name).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), name).toBe(0);
    await page.context().close();
  }
});
