import { afterAll, beforeAll, expect, test } from "vitest";
import { drop, moves, place, press, saved } from "./actions";
import { cell, DESKTOP, FRIENDS, stones, useBrowser } from "./browser";
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

test("after one visit the static page opens and plays offline, on every screen", async () => {
  const { address } = host;
  const context = { ...DESKTOP, serviceWorkers: "allow" } as const;
  const page = await browser.open("/", { address, context, mayGoOffline: true });
  await page.locator(cell(7, 7)).waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await page.locator(cell(7, 7)).waitFor();
  await page.context().setOffline(true);
  await page.reload();
  await page.locator(cell(7, 7)).click();
  await expect.poll(() => stones(page)).toBe(2);
  await page.goto(`${address}/judge/`);
  await drop(page, "games.txt", Buffer.from("h8i9h9\nh8h8\n"));
  await expect.poll(() => page.locator("main").textContent()).toContain("Illegal: 1");
});

test("an address that is no page leads back", async () => {
  const { address } = host;
  const page = await browser.open("/", { address });
  const answer = await page.request.get(`${address}/none`);
  expect([answer.status(), await answer.text()]).toEqual([404, expect.stringContaining('href="./"')]);
});
