import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { begin, press, saved, status } from "./actions";
import { BY_SERVER, cell, stones, useBrowser } from "./browser";

const browser = useBrowser();

/** Rule, board and opponent, as shown in the panel. */
const chips = (page: Page): Promise<string[]> => page.locator(".chip").allTextContents();

/** The choice of a group in the new game sheet. */
const chosen = (page: Page, group: string): Promise<string | null> =>
  page.getByRole("group", { name: group }).locator("label:has(:checked)").textContent();

test("a reload before the first move keeps the opponent, also for the next new game", async () => {
  const page = await browser.open("/");
  await expect.poll(() => status(page)).toBe("Your move");
  await expect.poll(() => page.url()).toContain("#freestyle/15x15");
  await page.reload();
  await expect.poll(() => chips(page)).toEqual(["Freestyle", "15×15", "Level 4"]);
  await expect.poll(() => status(page)).toBe("Your move");
  await begin(page, { Rule: "Renju", Size: "13", Level: "2" });
  await expect.poll(() => chips(page)).toEqual(["Renju", "13×13", "Level 2"]);
  await page.reload();
  await expect.poll(() => chips(page)).toEqual(["Renju", "13×13", "Level 2"]);
  await press(page, "New game");
  await expect.poll(() => chosen(page, "Level")).toBe("2");
  await expect.poll(() => chosen(page, "Rule")).toBe("Renju");
  await press(page, "Start");
  // And it replies.
  await page.locator(cell(6, 6)).click();
  await expect.poll(() => stones(page)).toBe(2);
});

test("a reload before the first move keeps the color: the engine opens", async () => {
  // On the server, where the test can hold its answer back.
  const page = await browser.open("/", { stored: BY_SERVER });
  await page.locator(cell(7, 7)).waitFor();
  await begin(page, { Level: "1", "You play": "White" });
  await expect.poll(() => stones(page)).toBe(1);
  // It cannot move before the reload.
  await page.route("**/api/thoughts", () => undefined);
  await press(page, "New game");
  await press(page, "Start");
  await expect.poll(() => stones(page)).toBe(0);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.reload();
  await expect.poll(() => stones(page)).toBe(1);
  await expect.poll(() => status(page)).toBe("Your move");
});

test("a reload shows the new game without moves, not the one before", async () => {
  const page = await browser.open("/");
  await page.locator(cell(7, 7)).click();
  await expect.poll(() => stones(page)).toBe(2);
  await saved(page);
  await press(page, "Undo");
  await expect.poll(() => stones(page)).toBe(0);
  await begin(page, { Level: "7" });
  await expect.poll(() => page.locator(".moves .move").count()).toBe(0);
  await page.goto(new URL("/", page.url()).href);
  await expect.poll(() => chips(page)).toEqual(["Freestyle", "15×15", "Level 7"]);
});

test("a bookmark of an empty board has the opponent of the last game", async () => {
  const page = await browser.open("/");
  await page.locator(cell(7, 7)).waitFor();
  await begin(page, { Level: "3" });
  await page.locator(cell(7, 7)).click();
  await expect.poll(() => stones(page)).toBe(2);
  const bookmark = new URL("/#freestyle/15x15", page.url()).href;
  await page.goto("about:blank");
  await page.goto(bookmark);
  await expect.poll(() => chips(page)).toEqual(["Freestyle", "15×15", "Level 3"]);
});

test("a link with moves opens without an engine, and the next new game offers the engine again", async () => {
  const page = await browser.open("/");
  await page.locator(cell(7, 7)).waitFor();
  await begin(page, { Level: "6" });
  await page.evaluate(() => (location.hash = "#renju/15x15/h8i9"));
  await expect.poll(() => stones(page)).toBe(2);
  await expect.poll(() => chips(page)).toEqual(["Renju", "15×15", "A friend, same board"]);
  await press(page, "New game");
  await expect.poll(() => chosen(page, "Opponent")).toBe("The engine");
  await expect.poll(() => chosen(page, "Level")).toBe("6");
  await expect.poll(() => chosen(page, "Rule")).toBe("Renju");
});

test("a setup keeps its opponent over a reload", async () => {
  const page = await browser.open("/");
  await page.locator(cell(7, 7)).waitFor();
  await press(page, "Set up");
  await page.getByRole("group", { name: "Place" }).getByRole("radio", { name: "Black" }).check();
  await page.locator(cell(3, 3)).click();
  await page.locator(`${cell(3, 3)}[aria-label*="Black"]`).waitFor();
  await press(page, "Done");
  await expect.poll(() => page.url()).toContain("b:d12;w:");
  await page.reload();
  await expect.poll(() => chips(page)).toEqual(["Freestyle", "15×15", "Level 4"]);
});
