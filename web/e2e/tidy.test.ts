import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { moves, paste, place, press, saved, tapPoint } from "./actions";
import { violations } from "./axe";
import { cell, DESKTOP, FRIENDS, lastAt, TOUCH, useBrowser } from "./browser";

const browser = useBrowser();

/** 1 h8, 2 i8 with 3 j8, beside it 2 h9 with 3 h10 4 h11, and 2 g7. */
const RECORD = "(;GM[4]SZ[15];B[hh](;W[ih];B[jh])(;W[hg]C[beside];B[hf];W[he])(;W[gi]))";
const ALL = ["1h8", "2g7", "2h9", "2i8", "3h10", "3j8", "4h11"];

async function openTree(context = DESKTOP): Promise<Page> {
  const page = await browser.open("/#freestyle/15x15", { stored: FRIENDS, context });
  await page.locator(cell(7, 7)).waitFor();
  await paste(page, RECORD);
  await page.locator(lastAt(9, 7)).waitFor();
  return page;
}

const sorted = async (page: Page): Promise<string[]> => (await moves(page)).sort();
const said = (page: Page, text: string): Promise<void> =>
  page.locator("[aria-live=polite]").filter({ hasText: text }).waitFor({ state: "attached" });

test("variations are promoted, folded, deleted and brought back by mouse, and stay so after a reload", async () => {
  const page = await openTree();
  await page.locator(".move", { hasText: "3h10" }).click();
  await page.locator(lastAt(7, 5)).waitFor();
  await press(page, "Make this the main line");
  await said(page, "This is the main line now");
  await expect.poll(() => moves(page)).toEqual(["1h8", "2h9", "2i8", "3j8", "2g7", "3h10", "4h11"]);
  await press(page, "Fold all variations");
  await expect.poll(() => moves(page)).toEqual(["1h8", "2h9", "2i8", "2g7", "3h10", "4h11"]);
  await page.getByRole("button", { name: "Variation 2 i8, 2 moves" }).click();
  await expect.poll(async () => (await moves(page)).length).toBe(7);
  await press(page, "Delete from here");
  await said(page, "Deleted: 2 moves. It can be undone.");
  await page.locator(lastAt(7, 6)).waitFor();
  await expect.poll(() => sorted(page)).toEqual(["1h8", "2g7", "2h9", "2i8", "3j8"]);
  await page.locator(".move", { hasText: "2g7" }).click();
  await press(page, "Delete all other variations");
  await expect.poll(() => moves(page)).toEqual(["1h8", "2g7"]);
  expect(await violations(page)).toEqual([]);
  await press(page, "Undo deletion");
  await expect.poll(() => sorted(page)).toEqual(["1h8", "2g7", "2h9", "2i8", "3j8"]);
  await saved(page);
  await page.reload();
  await expect.poll(() => moves(page)).toEqual(["1h8", "2h9", "2i8", "3j8", "2g7"]);
  // What was deleted is not exported, and the main line comes first.
  await press(page, "Export");
  const [file] = await Promise.all([page.waitForEvent("download"), press(page, "SGF, with variations")]);
  const record = (await readFile(await file.path(), "utf8")).replaceAll(/\s/g, "");
  expect(record).toContain(";B[hh](;W[hg]C[beside])(;W[ih];B[jh])(;W[gi])");
});

test("the keyboard deletes, brings back and promotes", async () => {
  const page = await openTree();
  await page.locator(".move", { hasText: "3h10" }).focus();
  await page.keyboard.press("Enter");
  await page.locator(lastAt(7, 5)).waitFor();
  await page.keyboard.press("Delete");
  await said(page, "Deleted: 2 moves");
  await expect.poll(() => sorted(page)).toEqual(["1h8", "2g7", "2h9", "2i8", "3j8"]);
  await page.keyboard.press("Shift+Delete");
  await said(page, "Restored: 2 moves");
  await expect.poll(() => sorted(page)).toEqual(ALL);
  await page.keyboard.press("Alt+Shift+ArrowUp");
  await said(page, "This is the main line now");
  await expect.poll(async () => (await moves(page)).slice(0, 2)).toEqual(["1h8", "2h9"]);
});

test("by touch, a deleted move that is played again has nothing after it", async () => {
  const page = await openTree(TOUCH);
  await page.getByRole("button", { name: "Slide the panel up or down" }).tap();
  await page.locator(".move", { hasText: "2h9" }).tap();
  await page.locator(lastAt(7, 6)).waitFor();
  await page.getByRole("button", { name: "Delete from here" }).tap();
  await expect.poll(() => sorted(page)).toEqual(["1h8", "2g7", "2i8", "3j8"]);
  expect(await violations(page)).toEqual([]);
  await tapPoint(page, 7, 6);
  await expect.poll(() => sorted(page)).toEqual(["1h8", "2g7", "2h9", "2i8", "3j8"]);
  await expect.poll(() => page.getByRole("textbox", { name: "Comment on this move" }).inputValue()).toBe("");
});

test("a kept line is a side line, and the values of the main line stay", async () => {
  const page = await browser.open("/#freestyle/15x15", { stored: FRIENDS });
  for (const [x, y] of [
    [7, 7],
    [8, 8],
    [7, 8],
    [8, 7],
  ] as const)
    await place(page, x, y);
  await press(page, "Undo");
  await press(page, "Undo");
  await page.locator(lastAt(8, 8)).waitFor();
  await press(page, "Hint");
  await page.locator(".lines li").nth(1).waitFor();
  await page.locator(".status:not([data-thinking])").waitFor();
  await page.getByRole("button", { name: "Keep this line as a variation" }).nth(1).click();
  const slider = page.getByRole("slider", { name: "Black's chance after each move" });
  await expect.poll(() => slider.getAttribute("aria-valuemax")).toBe("4");
  // What was found stays with its move.
  await press(page, "Redo");
  await page.locator(lastAt(7, 8)).waitFor();
  await expect.poll(() => page.locator(".lines li").count()).toBe(0);
  await press(page, "Undo");
  await page.locator(".lines li").nth(1).waitFor();
  await press(page, "Redo");
  await press(page, "Redo");
  await page.locator(lastAt(8, 7)).waitFor();
});
