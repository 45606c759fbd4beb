import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { FIRST_MATCH } from "../src/game/match";
import { begin, drop, press, status } from "./actions";
import { cell, DESKTOP, FRIENDS, lastAt, stones, useBrowser } from "./browser";

const browser = useBrowser();
const LEVEL_6 = { match: { ...FIRST_MATCH, level: 6 } };

/** Whether a request went to the API, from now on. */
function countRequests(page: Page): () => string[] {
  const seen: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/api/")) seen.push(pathname);
  });
  return () => seen;
}

/** Waits until the engine of the page has started its workers. */
async function engineLoaded(page: Page): Promise<void> {
  await page.locator(cell(7, 7)).waitFor();
  await expect.poll(() => page.workers().length).toBeGreaterThan(1);
}

test("the page thinks in the browser: no question but of games and the book reaches the server", async () => {
  const page = await browser.open("/#freestyle/15x15", { stored: LEVEL_6 });
  await engineLoaded(page);
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  const requests = countRequests(page);
  await page.locator(cell(7, 7)).click();
  await expect.poll(() => stones(page)).toBe(2);
  await press(page, "Hint");
  await page.locator(".status:not([data-thinking])").waitFor();
  expect(requests().filter((path) => !/^\/api\/(games|book)/.test(path))).toEqual([]);
});

test("a whole game at level 6 with the network cut after loading", async () => {
  const page = await browser.open("/#freestyle/15x15", { stored: LEVEL_6, mayGoOffline: true });
  await engineLoaded(page);
  // The weights come with the first view that the engine gives.
  await page.locator(cell(7, 7)).click();
  await expect.poll(() => stones(page)).toBe(2);
  // So does the editor of the game's tree, with the first move.
  const hasEditor = (): boolean =>
    performance.getEntriesByType("resource").some(({ name }) => name.includes("/treeEditor-"));
  await expect.poll(() => page.evaluate(hasEditor)).toBe(true);
  await page.context().setOffline(true);
  for (let played = 2; ; played += 2) {
    const free = page.locator('[role="gridcell"][aria-label*="empty"]');
    await free.nth(0).click();
    await expect
      .poll(
        async () => (await stones(page)) === played + 2 || /wins|won|draw/i.test((await status(page)) ?? ""),
      )
      .toBe(true);
    if (/wins|won|draw/i.test((await status(page)) ?? "")) break;
  }
  await expect.poll(() => status(page)).toMatch(/White wins/);
});

test("a search is stopped at once and the next one begins", async () => {
  const page = await browser.open("/#freestyle/15x15/h8i9", { stored: FRIENDS });
  await engineLoaded(page);
  await page.getByRole("button", { name: "Analyse" }).click();
  await page.locator('.status[data-thinking="analysis"]').waitFor();
  await expect.poll(() => page.locator(".lines li").count()).toBeGreaterThan(0);
  await page.getByRole("button", { name: "Analyse" }).click();
  await page.locator(".status:not([data-thinking])").waitFor();
});

test("a worker that is lost is replaced, the page says so, and the game goes on", async () => {
  const context = { ...DESKTOP };
  const page = await browser.open("/#freestyle/15x15", { context, stored: LEVEL_6 });
  await engineLoaded(page);
  await page.locator(cell(7, 7)).click();
  await expect.poll(() => stones(page)).toBe(2);
  // A worker that throws ends as one that runs out of memory does.
  const workers = page.workers();
  expect(workers.length).toBeGreaterThan(0);
  for (const worker of workers)
    await worker.evaluate(() => {
      const scope = self as unknown as { postMessage(message: unknown): void };
      scope.postMessage({ kind: "crash", message: "out of memory" });
    });
  await page.locator(".offline", { hasText: "Engine restarted" }).waitFor();
  await page.locator(cell(0, 0)).click();
  await page
    .locator(lastAt(0, 0))
    .waitFor({ state: "attached" })
    .catch(() => undefined);
  await expect.poll(() => stones(page)).toBe(4);
});

test("a proof is found and stepped through with the network cut", async () => {
  const page = await browser.open("/solve#freestyle/15x15/g8a15h8o15h9a1h10o1", { mayGoOffline: true });
  await engineLoaded(page);
  await page.context().setOffline(true);
  await press(page, "Solve");
  await page.getByText("Black wins by fours.").waitFor();
  const before = await stones(page);
  await press(page, "Next");
  await expect.poll(() => stones(page)).toBe(before + 1);
  await press(page, "Last");
  await page.getByText("Black cannot be stopped any more.").waitFor();
});

test("records are judged in the browser", async () => {
  const page = await browser.open("/judge");
  await page.locator("main").waitFor();
  const requests = countRequests(page);
  await drop(page, "games.txt", Buffer.from("h8i9h9\nh8h8\n"));
  await expect.poll(() => page.locator("main").textContent()).toContain("Illegal: 1");
  expect(requests()).toEqual([]);
});

test("after one visit the installed page opens without the network: it plays, solves, judges, and has puzzles and films", async () => {
  const context = { ...DESKTOP, serviceWorkers: "allow" } as const;
  const page = await browser.open("/#freestyle/15x15", { context, stored: LEVEL_6, mayGoOffline: true });
  await engineLoaded(page);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await engineLoaded(page);
  await page.context().setOffline(true);
  const visit = async (path: string): Promise<void> => {
    await page.goto(new URL(path, page.url()).href);
    await page.reload();
  };
  await visit("/#freestyle/15x15");
  await page.locator(".offline", { hasText: "Offline" }).waitFor();
  for (let level = 1; level <= 10; level++) {
    await begin(page, { Level: String(level) });
    await expect.poll(() => stones(page)).toBe(0);
    await page.locator(cell(7, 7)).click();
    await expect.poll(() => stones(page)).toBe(2);
  }
  await visit("/puzzles#72");
  await page.locator(cell(6, 8)).click();
  await page.locator(lastAt(5, 7)).waitFor();
  await visit("/nogo#4/scan/scan/1");
  await page.locator('canvas[aria-label^="Board of 4×4"]').waitFor();
  await visit("/solve#freestyle/15x15/g8a15h8o15h9a1h10o1");
  await page.locator(cell(7, 7)).waitFor();
  await press(page, "Solve");
  await page.getByText("Black wins by fours.").waitFor();
  await visit("/judge");
  await drop(page, "games.txt", Buffer.from("h8i9h9\nh8h8\n"));
  await expect.poll(() => page.locator("main").textContent()).toContain("Illegal: 1");
});
