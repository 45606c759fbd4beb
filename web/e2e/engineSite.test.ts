import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { begin, drop, moves, paste, place, press, saved } from "./actions";
import { cell, DESKTOP, FRIENDS, lastAt, stones, useBrowser } from "./browser";
import { hostSite } from "./staticHost";

const browser = useBrowser();
let host: { address: string; close(): void };
beforeAll(async () => {
  host = await hostSite("/some/folder");
});
afterAll(() => host?.close());

test("a static page in a folder plays, keeps the game over a reload, and lists it", async () => {
  const { address } = host;
  const page = await browser.open("/", { address });
  await page.locator(cell(7, 7)).click();
  await expect.poll(() => stones(page)).toBe(2);
  await saved(page);
  const before = await moves(page);
  await page.reload();
  await expect.poll(() => moves(page)).toEqual(before);
  await press(page, "Games");
  await page.locator(".game").first().waitFor();
  // All games as a file, and back.
  const [file] = await Promise.all([page.waitForEvent("download"), press(page, "Save all to a file")]);
  const path = await file.path();
  await page.getByRole("button", { name: "Delete this game" }).first().click();
  await press(page, "Delete");
  await expect.poll(() => page.locator(".game").count()).toBe(0);
  await page.locator('.sheet input[type="file"], dialog input[type="file"]').setInputFiles(path);
  await expect.poll(() => page.locator(".game").count()).toBe(1);
});

test("all four screens work without a server", async () => {
  const { address } = host;
  const page = await browser.open("/", { address, stored: FRIENDS });
  await place(page, 7, 7);
  await page.getByRole("link", { name: "Solve" }).click();
  await expect.poll(() => new URL(page.url()).pathname).toBe("/some/folder/solve/");
  await page.locator(cell(0, 0)).waitFor();
  await press(page, "Solve");
  await page.getByText("Black wins by fours.").waitFor();
  await page.goto(`${address}/judge/`);
  await page.locator("main").waitFor();
  await drop(page, "games.txt", Buffer.from("h8i9h9\nh8h8\n"));
  await expect.poll(() => page.locator("main").textContent()).toContain("Illegal: 1");
  await page.goto(`${address}/nogo/#4/scan/scan/1`);
  await page.locator('canvas[aria-label^="Board of 4×4"]').waitFor();
});

/** Opens the page, waits until its service worker has it, and cuts the network. */
async function openOffline(): Promise<Page> {
  const { address } = host;
  const context = { ...DESKTOP, serviceWorkers: "allow" } as const;
  const page = await browser.open("/", { address, context, mayGoOffline: true });
  await page.locator(cell(7, 7)).waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await page.locator(cell(7, 7)).waitFor();
  await page.context().setOffline(true);
  await page.reload();
  await page.locator(cell(7, 7)).waitFor();
  return page;
}

test("after one visit the static page plays offline, at every level and every game", async () => {
  const page = await openOffline();
  for (let level = 1; level <= 10; level++) {
    await begin(page, { Level: String(level) });
    await expect.poll(() => stones(page)).toBe(0);
    await page.locator(cell(7, 7)).click();
    await expect.poll(() => stones(page)).toBe(2);
  }
  for (const rule of ["Standard (exactly five)", "Renju", "NoGo"]) {
    await begin(page, { Rule: rule, Level: "4", Size: "9" });
    await expect.poll(() => stones(page)).toBe(0);
    await page.locator(cell(4, 4)).click();
    await expect.poll(() => stones(page)).toBe(2);
  }
});

test("after one visit puzzles, reviews, films and records are there offline", async () => {
  const { address } = host;
  const page = await openOffline();
  await paste(page, "h8j7i8i9j8h9k8k9l8");
  await press(page, "Review game");
  await page.locator(".mistake").first().waitFor();
  await page.goto(`${address}/puzzles/#72`);
  await page.getByRole("heading", { name: "Puzzle 72" }).waitFor();
  await page.locator(cell(6, 8)).click();
  await page.locator(lastAt(5, 7)).waitFor();
  await page.goto(`${address}/nogo/#4/scan/scan/1`);
  await page.locator('canvas[aria-label^="Board of 4×4"]').waitFor();
  await page.goto(`${address}/judge/`);
  await drop(page, "games.txt", Buffer.from("h8i9h9\nh8h8\n"));
  await expect.poll(() => page.locator("main").textContent()).toContain("Illegal: 1");
});

test("a solution that is stopped says how far it came, though no memory is shared", async () => {
  const { address } = host;
  for (const canSuspend of [true, false]) {
    const prepare = (page: Page): Promise<unknown> =>
      canSuspend
        ? Promise.resolve()
        : page.addInitScript(() => Reflect.deleteProperty(WebAssembly, "Suspending"));
    const page = await browser.open("/solve/#nogo/7x7/d4", { address, prepare });
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(false);
    await expect.poll(() => page.workers().length).toBeGreaterThan(1);
    await page.getByLabel("Time").selectOption({ label: "60 s" });
    await press(page, "Solve");
    // It has begun to search.
    await page.getByText("positions", { exact: false }).first().waitFor();
    const before = page.workers().length;
    let started = 0;
    page.on("worker", () => started++);
    await press(page, "Stop");
    await page.getByText("Stopped.", { exact: true }).waitFor();
    await expect.poll(() => page.workers().length).toBe(canSuspend ? before : before - 1);
    expect(started).toBe(0);
    await page.context().close();
  }
});

test.each([
  [
    "without SIMD",
    () => {
      WebAssembly.validate = () => false;
    },
  ],
  ["without WebAssembly", () => Reflect.deleteProperty(globalThis, "WebAssembly")],
] as const)("a browser %s is told in one sentence what is missing, and loads nothing", async (_, remove) => {
  const { address } = host;
  const asked: string[] = [];
  const prepare = (page: Page): Promise<unknown> => {
    page.on("request", (request) => asked.push(request.url()));
    return page.addInitScript(remove);
  };
  const page = await browser.open("/", { address, prepare });
  const sentence = "This page needs WebAssembly with SIMD, which this browser does not have";
  await page.getByRole("alert").filter({ hasText: sentence }).waitFor();
  await page.locator(cell(7, 7)).click();
  await expect.poll(() => stones(page)).toBe(0);
  expect(await page.locator(".fault").count()).toBe(1);
  for (const screen of ["solve", "puzzles", "judge", "nogo"]) {
    await page.goto(`${address}/${screen}/`);
    await page.getByRole("alert").filter({ hasText: sentence }).first().waitFor();
  }
  expect(asked.filter((url) => /\.(wasm|values)$/.test(url))).toEqual([]);
});

test("an address that is no page leads back", async () => {
  const { address } = host;
  const page = await browser.open("/", { address });
  const answer = await page.request.get(`${address}/none`);
  expect([answer.status(), await answer.text()]).toEqual([404, expect.stringContaining('href="./"')]);
});
