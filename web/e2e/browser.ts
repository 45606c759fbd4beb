import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { inject } from "vitest";

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export const launch = (): Promise<Browser> =>
  chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: FLAGS });

/** A page at an address, with what it complained about: scripts that failed, and what the policy refused. */
export async function open(
  browser: Browser,
  path: string,
  options: BrowserContextOptions = {},
): Promise<{ page: Page; complaints: string[] }> {
  const context = await browser.newContext({
    locale: "en-US",
    viewport: { width: 1280, height: 800 },
    ...options,
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    // A question that the server refuses is told by the page itself.
    if (message.type() === "error" && !message.text().includes("Failed to load resource"))
      complaints.push(message.text());
  });
  await page.goto(inject("address") + path);
  return { page, complaints };
}

/** Keeps settings as if they were chosen at an earlier visit. */
export async function remember(page: Page, settings: Record<string, unknown>): Promise<void> {
  await page.evaluate((chosen) => {
    for (const [name, value] of Object.entries(chosen))
      localStorage.setItem(`tengen.${name}`, JSON.stringify(value));
  }, settings);
  await page.reload();
}

/** The cell of a point of the grid. */
export const cell = (x: number, y: number): string => `#point_${x}_${y}`;

/** How many stones the page says there are. */
export const stones = (page: Page): Promise<number> =>
  page
    .locator('[role="gridcell"]')
    .evaluateAll(
      (cells) => cells.filter((each) => /move|手/.test(each.getAttribute("aria-label") ?? "")).length,
    );
