import { expect, test } from "vitest";
import { moves, place, press, saved } from "./actions";
import { cell, FRIENDS, stones, useBrowser } from "./browser";

const browser = useBrowser();

test("undo, redo and variations keep every branch and comment, also after a reload", async () => {
  const page = await browser.open("/#freestyle/15x15", { stored: FRIENDS });
  await place(page, 7, 7);
  await place(page, 8, 8);
  await page.getByRole("textbox", { name: "Comment on this move" }).fill("the usual reply");
  await press(page, "Undo");
  await expect.poll(() => stones(page)).toBe(1);
  await place(page, 3, 3);
  await place(page, 4, 4);
  await press(page, "Undo");
  await press(page, "Undo");
  await expect.poll(() => stones(page)).toBe(1);
  await place(page, 5, 5);
  const all = ["1h8", "2d12", "2f10", "2i7", "3e11"];
  await expect.poll(async () => (await moves(page)).sort()).toEqual(all);
  await saved(page);
  await page.reload();
  await expect.poll(async () => (await moves(page)).sort()).toEqual(all);
  await expect.poll(() => page.url()).toContain("/h8f10");
  // Alt and the arrows switch between siblings.
  await page.locator(cell(0, 0)).focus();
  await page.keyboard.press("Alt+ArrowDown");
  await expect.poll(() => page.url()).toMatch(/h8i7$/);
  await expect
    .poll(() => page.getByRole("textbox", { name: "Comment on this move" }).inputValue())
    .toBe("the usual reply");
  await page.keyboard.press("Alt+ArrowDown");
  await expect.poll(() => page.url()).toMatch(/h8d12$/);
  // A click on a move goes there.
  await page.locator(".move", { hasText: "3e11" }).click();
  await expect.poll(() => stones(page)).toBe(3);
});

test("a link is the position, and a setup has a side to move", async () => {
  const page = await browser.open("/#renju/19x19/b:k10l10;w:k11");
  await expect.poll(() => page.locator('[role="gridcell"][aria-label*="Black"]').count()).toBe(2);
  await expect.poll(() => page.locator('[role="gridcell"]').count()).toBe(361);
  await press(page, "Set up");
  await page.getByRole("radio", { name: "Black", exact: true }).first().check();
  await page.locator(cell(0, 0)).click();
  await page.locator(`${cell(0, 0)}[aria-label*="Black"]`).waitFor();
  await page.getByRole("group", { name: "To move" }).getByRole("radio", { name: "White" }).check();
  await press(page, "Done");
  await expect.poll(() => page.locator(".status-text").textContent()).toBe("White to move");
  const link = page.url();
  expect(link).toContain("#renju/19x19/w:k11;b:k10l10a19");
  const other = await browser.open(new URL(link).pathname + new URL(link).hash);
  await other.locator(`${cell(0, 0)}[aria-label*="Black"]`).waitFor();
  await expect.poll(() => other.locator(".status-text").textContent()).toBe("White to move");
});

test("stored games are listed, opened and deleted", async () => {
  const page = await browser.open("/#exact/13x13", { stored: FRIENDS });
  await place(page, 6, 6);
  await saved(page);
  await press(page, "Games");
  const mine = page.locator(".games li").filter({ hasText: "Standard (exactly five) · 13×13" });
  await expect.poll(() => mine.count()).toBe(1);
  await mine.getByRole("button", { name: "Delete this game" }).click();
  await mine.getByRole("button", { name: "Delete", exact: true }).click();
  await expect.poll(() => mine.count()).toBe(0);
});
