import { mkdirSync } from "node:fs";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, inject } from "vitest";
import { FIRST_MATCH } from "../src/game/match";

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Milliseconds after which a step of a test hangs, on a machine that may be busy. */
const STEP_TIMEOUT = 120_000;

export const launch = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: FLAGS,
    timeout: STEP_TIMEOUT,
  });

/** A desk with a mouse; the keyboard is always there. */
export const DESKTOP: BrowserContextOptions = { viewport: { width: 1280, height: 800 } };
/** A phone in a hand. */
export const TOUCH: BrowserContextOptions = {
  viewport: { width: 390, height: 740 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 2,
};

export interface PageOptions {
  /** What the browser can do. The worker that keeps the page is let in only where it is asked for. */
  readonly context?: BrowserContextOptions;
  /** Settings as if they were chosen at an earlier visit. */
  readonly stored?: Readonly<Record<string, unknown>>;
  /** The server, if it is not the one of all tests. */
  readonly address?: string;
  /** The server goes away during the visit: that it cannot be reached is no complaint. */
  readonly mayGoOffline?: boolean;
}

/** Remembered: the last game was played with a friend on the same board, so the next one is, too. */
export const FRIENDS = { match: { ...FIRST_MATCH, level: null } };

/** A browser for the tests of a file. Whatever a page complains about fails the test that opened it. */
export function useBrowser(): { open(path: string, visit?: PageOptions): Promise<Page> } {
  let browser: Browser;
  let errorLists: string[][] = [];
  beforeAll(async () => {
    browser = await launch();
  });
  afterEach(async ({ task }) => {
    const errors = errorLists.flat();
    errorLists = [];
    for (const context of browser.contexts()) {
      if (task.result?.state === "fail") await screenshotAll(context.pages(), task.name);
      await context.close();
    }
    expect(errors, "what the page complained about").toEqual([]);
  });
  afterAll(() => browser?.close());
  return {
    open: async (path, visit = {}) => {
      const { page, errors } = await open(browser, path, visit);
      errorLists.push(errors);
      return page;
    },
  };
}

/** Opens a page, and hears scripts that fail, what the policy refuses, and files that are missing. */
export async function open(
  browser: Browser,
  path: string,
  {
    context: options = DESKTOP,
    stored = {},
    address = inject("address"),
    mayGoOffline = false,
  }: PageOptions = {},
): Promise<{ page: Page; errors: string[] }> {
  const context = await browser.newContext({ locale: "en-US", serviceWorkers: "block", ...options });
  context.setDefaultTimeout(STEP_TIMEOUT);
  await context.addInitScript((kept) => {
    for (const [name, value] of Object.entries(kept)) {
      const key = `tengen.${name}`;
      // A choice made since then stands.
      if (localStorage.getItem(key) === null) localStorage.setItem(key, JSON.stringify(value));
    }
  }, stored);
  const page = await context.newPage();
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => {
    if (message.type() !== "error") return;
    // What the server refuses, and that it is gone, is told by the page itself.
    const refused = message.text().startsWith("Failed to load resource");
    if (!(refused && (mayGoOffline || message.location().url.includes("/api/")))) errors.push(message.text());
  });
  await page.goto(address + path);
  return { page, errors };
}

/** What the screen showed when a test failed. */
async function screenshotAll(pages: readonly Page[], name: string): Promise<void> {
  mkdirSync("shots/failed", { recursive: true });
  const file = name.replaceAll(/[^a-z0-9]+/gi, "-").slice(0, 80);
  for (const [index, page] of pages.entries())
    await page.screenshot({ path: `shots/failed/${file}-${index}.png` }).catch(() => undefined);
}

/** The cell of a point of the grid. */
export const cell = (x: number, y: number): string => `#point_${x}_${y}`;

/** The cell of the last move, if it is that point. */
export const lastAt = (x: number, y: number): string => `${cell(x, y)}[aria-label*="last move"]`;

/** How many stones the page says there are. */
export const stones = (page: Page): Promise<number> =>
  page
    .locator('[role="gridcell"]')
    .evaluateAll(
      (cells) => cells.filter((each) => /move|手/.test(each.getAttribute("aria-label") ?? "")).length,
    );
