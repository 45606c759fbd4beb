import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { press, status } from "./actions";
import { cell, lastAt, stones, useBrowser } from "./browser";

const browser = useBrowser();

test("a win by fours is stepped through, with the reason of each reply", async () => {
  const page = await browser.open("/solve");
  await page.locator(cell(0, 0)).waitFor();
  await press(page, "Solve");
  await page.getByText("Black wins by fours.").waitFor();
  await press(page, "Next");
  await page.locator(lastAt(3, 0)).waitFor();
  await press(page, "Next");
  await page.locator(lastAt(4, 0)).waitFor();
  await page.locator(".steps").getByText("the only point that stops the five").waitFor();
  // It is announced too.
  await expect
    .poll(() => page.locator('[aria-live="polite"]').first().textContent())
    .toContain("stops the five");
  await press(page, "Last");
  await page.getByText("Black cannot be stopped any more.").waitFor();
  await press(page, "First");
  await expect.poll(() => page.locator('[role="gridcell"][aria-label*="move"]').count()).toBe(0);
});

test("a win by threats: the reply is chosen on the board or in the list", async () => {
  const page = await browser.open("/solve#freestyle/15x15/h8a15i8o15g9a1g10o1");
  await page.locator(cell(7, 7)).waitFor();
  await page.getByLabel("Question", { exact: true }).selectOption("threats");
  await press(page, "Solve");
  await page.getByText("Black wins by threats.").waitFor();
  await press(page, "Next");
  await page.getByRole("heading", { name: "Choose a reply" }).waitFor();
  const replies = page.locator(".steps .letter");
  await expect.poll(() => replies.count()).toBeGreaterThan(1);
  await page.locator(".steps li:has(.letter) .move").nth(1).click();
  await page
    .getByText(/one of \d+ replies that parry the threat/)
    .first()
    .waitFor();
  // The keyboard navigates the proof: back, and to the other reply.
  const there = page.url();
  await page.keyboard.press("Alt+ArrowUp");
  await expect.poll(() => page.url()).not.toBe(there);
  await page.keyboard.press("End");
  await page.getByText("Black cannot be stopped any more.").waitFor();
});

test("a win in few plies on an infinite board: any other reply is answered too", async () => {
  const page = await browser.open("/solve#freestyle/infinite/b:(0,0)(1,0)(2,0);w:(0,5)(3,6)");
  await page.locator(cell(0, 0)).waitFor();
  await page.getByLabel("Question", { exact: true }).selectOption("plies");
  await press(page, "Solve");
  await page.getByText("Black wins within 3 moves.").waitFor();
  await press(page, "Next");
  await page.locator(".steps").getByText("any other point").waitFor();
  await page.locator(cell(-5, -5)).click();
  await page.locator(lastAt(-5, -5)).waitFor();
  await press(page, "Next");
  await expect.poll(() => status(page)).toBe("Black wins with five");
});

test("a pasted position is solved at NoGo, and its witness can be stepped through", async () => {
  const page = await browser.open("/solve#nogo/3x3");
  await expect.poll(() => page.locator('[role="gridcell"]').count()).toBe(9);
  await page.getByRole("textbox", { name: "Position" }).fill("nogo/3x3/a1b2");
  await press(page, "Put on the board");
  await expect.poll(() => stones(page)).toBe(2);
  await page.getByLabel("Question", { exact: true }).selectOption("nogo");
  await press(page, "Solve");
  await page.getByText(/wins with best play/).waitFor();
  await page.getByLabel("Question", { exact: true }).selectOption("reach");
  await press(page, "Solve");
  await page.getByText("Reachable, in 2 moves.").waitFor();
  await press(page, "Show a game that leads to it");
  await expect.poll(() => stones(page)).toBe(0);
  await press(page, "Next");
  await expect.poll(() => stones(page)).toBe(1);
  await press(page, "Back to the position");
  await expect.poll(() => stones(page)).toBe(2);
});

test("an unreachable position is explained", async () => {
  const page = await browser.open("/solve#freestyle/15x15/b:a1b1c1d1;w:");
  await page.locator(`${cell(0, 14)}[aria-label*="Black"]`).waitFor();
  await page.getByLabel("Question", { exact: true }).selectOption("reach");
  await press(page, "Solve");
  await page.getByText("No: the numbers of stones do not fit.").waitFor();
});

test("a search is stopped", async () => {
  const page = await browser.open("/solve#nogo/7x7");
  await expect.poll(() => page.locator('[role="gridcell"]').count()).toBe(49);
  await page.getByLabel("Question", { exact: true }).selectOption("nogo");
  await page.getByLabel("Time").selectOption("60");
  await press(page, "Solve");
  await page.getByText(/s · [\d,]+ positions/).waitFor();
  await press(page, "Stop");
  await page.getByText("Stopped.", { exact: true }).waitFor();
});

const set = (page: Page): Promise<number> =>
  page.locator('[role="gridcell"]:is([aria-label*="Black"], [aria-label*="White"])').count();

async function put(page: Page, text: string): Promise<void> {
  await page.locator("details.fold").evaluate((fold: HTMLDetailsElement) => {
    fold.open = true;
  });
  await page.getByRole("textbox", { name: "Position" }).fill(text);
  await press(page, "Put on the board");
}

test("every file of the README can be pasted", async () => {
  const page = await browser.open("/solve#renju/15x15");
  await page.locator(cell(7, 7)).waitFor();
  await put(page, readFileSync("../examples/threats.txt", "utf8"));
  await expect.poll(() => set(page)).toBe(11);
  await expect.poll(() => page.url()).toContain("/solve#renju/15x15/w:");
  await put(page, readFileSync("../examples/pieces.json", "utf8"));
  await expect.poll(() => page.url()).toContain("#renju/infinite/");
  await put(page, readFileSync("../examples/puzzles.jsonl", "utf8"));
  await expect.poll(() => page.url()).toContain("#renju/15x15/b:e8f8g8h9h10;w:d8f9g10i11l3");
  await page.getByText("Game 1 of 4 is on the board.").first().waitFor();
  await put(page, ". . . . .\n. o x . .\n. . . . .\n. . . . .\n. . . . .\n");
  await expect.poll(() => page.url()).toContain("#renju/5x5/b:c4;w:b4");
  await put(page, "(;GM[4]SZ[15]RU[exact];B[hh](;W[ii])(;W[ih]C[side]))");
  await expect.poll(() => page.url()).toContain("#exact/15x15/h8i7");
  await page.keyboard.press("Alt+ArrowDown");
  await put(page, "http://localhost/#nogo/9x9/e5");
  await expect.poll(() => page.url()).toContain("#nogo/9x9/e5");
  // A parse error names its place and leaves the board unchanged.
  await put(page, "5\n.....\n..X..\n..Y..\n.....\n.....\n");
  await page.getByText("Line 4, column 3").waitFor();
  expect(page.url()).toContain("#nogo/9x9/e5");
});

test("another rule or size keeps the stones; dropped stones can be restored", async () => {
  const page = await browser.open("/solve#freestyle/15x15/h8i9a1o15");
  await expect.poll(() => set(page)).toBe(4);
  await page.locator("details.fold summary").click();
  await page.getByLabel("Rule").selectOption("renju");
  await expect.poll(() => page.url()).toContain("#renju/15x15/h8i9a1o15");
  await page.getByLabel("Size").selectOption("19");
  await expect.poll(() => page.url()).toContain("#renju/19x19/j10k11c3q17");
  await page.getByLabel("Size").selectOption("9");
  await page.getByText("2 stones do not fit on this board and were left out.").waitFor();
  await expect.poll(() => page.url()).toContain("#renju/9x9/b:e5;w:f6");
  await page.locator(".change").getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => page.url()).toContain("#renju/19x19/j10k11c3q17");
});

test("stones that the new rule does not allow stay, and an empty board is offered", async () => {
  // Six in a row win at freestyle only, so that the game is over there.
  const page = await browser.open("/solve#renju/15x15/b:a1b1c1d1e1f1;w:a3b3c3d3a5b5");
  await expect.poll(() => set(page)).toBe(12);
  await page.locator("details.fold summary").click();
  await page.getByLabel("Rule").selectOption("freestyle");
  await page.locator(".change").getByText("Freestyle, 15×15:").waitFor();
  await expect.poll(() => set(page)).toBe(12);
  await press(page, "Empty the board");
  await expect.poll(() => page.url()).toMatch(/#freestyle\/15x15$/);
  await page.locator(".change").getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => set(page)).toBe(12);
});
