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

/** Timeout of a step, generous for busy machines. */
const STEP_TIMEOUT = 120_000;

export const launch = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: FLAGS,
    timeout: STEP_TIMEOUT,
  });

/** Desktop with mouse and keyboard. */
export const DESKTOP: BrowserContextOptions = { viewport: { width: 1280, height: 800 } };
/** Phone with touch. */
export const TOUCH: BrowserContextOptions = {
  viewport: { width: 390, height: 740 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 2,
};

export interface PageOptions {
  /** Context of the browser. Service workers are blocked by default. */
  readonly context?: BrowserContextOptions;
  /** Contents of localStorage from an earlier visit. */
  readonly stored?: Readonly<Record<string, unknown>>;
  /** Address of the server, if not the shared one. */
  readonly address?: string;
  /** The server may go down during the test: connection errors are ignored. */
  readonly mayGoOffline?: boolean;
  /** Called before the page is opened. */
  prepare?(page: Page): Promise<unknown>;
}

/** Stored setting: everything is asked of the server. */
export const BY_SERVER = { thinking: "server" };

/** Stored match without an engine. */
export const FRIENDS = { match: { ...FIRST_MATCH, level: null } };

/** A browser for the tests of a file. Console errors of a page fail the test that opened it. */
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

/** Opens a page, and collects script errors, CSP violations and missing files. */
export async function open(
  browser: Browser,
  path: string,
  {
    context: options = DESKTOP,
    stored = {},
    address = inject("address"),
    mayGoOffline = false,
    prepare,
  }: PageOptions = {},
): Promise<{ page: Page; errors: string[] }> {
  const context = await browser.newContext({ locale: "en-US", serviceWorkers: "block", ...options });
  context.setDefaultTimeout(STEP_TIMEOUT);
  await context.addInitScript((kept) => {
    for (const [name, value] of Object.entries(kept)) {
      const key = `tengen.${name}`;
      // Do not overwrite what the page stored since.
      if (localStorage.getItem(key) === null) localStorage.setItem(key, JSON.stringify(value));
    }
  }, stored);
  const page = await context.newPage();
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => {
    if (message.type() !== "error") return;
    // The page itself reports API and connection errors.
    const refused = message.text().startsWith("Failed to load resource");
    if (!(refused && (mayGoOffline || message.location().url.includes("/api/")))) errors.push(message.text());
  });
  await prepare?.(page);
  await page.goto(address + path);
  return { page, errors };
}

/** Screenshots of a failed test. */
async function screenshotAll(pages: readonly Page[], name: string): Promise<void> {
  mkdirSync("shots/failed", { recursive: true });
  const file = name.replaceAll(/[^a-z0-9]+/gi, "-").slice(0, 80);
  for (const [index, page] of pages.entries())
    await page.screenshot({ path: `shots/failed/${file}-${index}.png` }).catch(() => undefined);
}

/** Selector of the cell of a point. */
export const cell = (x: number, y: number): string => `#point_${x}_${y}`;

/** Selector of the cell of a point, if it is the last move. */
export const lastAt = (x: number, y: number): string => `${cell(x, y)}[aria-label*="last move"]`;

/** Number of stones according to the accessible grid. */
export const stones = (page: Page): Promise<number> =>
  page
    .locator('[role="gridcell"]')
    .evaluateAll(
      (cells) => cells.filter((each) => /move|手/.test(each.getAttribute("aria-label") ?? "")).length,
    );
