import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { press } from "./actions";
import { violations } from "./axe";
import { BY_SERVER, cell, lastAt, TOUCH, useBrowser } from "./browser";
import { hostSite } from "./staticHost";

const browser = useBrowser();
let host: { address: string; close(): void };
beforeAll(async () => {
  host = await hostSite("/some/folder");
});
afterAll(() => host?.close());

/** Number 72 of the set: three fours, g7, g6 and f6. */
const PUZZLE = "/puzzles#72";

const figure = (page: Page, name: string): Promise<string | null> =>
  page.locator(".puzzle-record div", { hasText: name }).locator("dd").textContent();

/** Plays the solution with the mouse. */
async function solve(page: Page): Promise<void> {
  await page.locator(cell(6, 8)).click();
  await page.locator(lastAt(5, 7)).waitFor();
  await page.locator(cell(6, 9)).click();
  await page.locator(lastAt(6, 11)).waitFor();
  await page.locator(cell(5, 9)).click();
  await page.locator('.puzzle-answer[data-stage="solved"]').waitFor();
}

test("a puzzle is solved against the forced replies; streak and rating survive a reload", async () => {
  const page = await browser.open(PUZZLE);
  await page.locator(".puzzle-goal", { hasText: "Black to move wins by fours alone" }).waitFor();
  expect([await figure(page, "Streak"), await figure(page, "Rating")]).toEqual(["0", "1000"]);
  await solve(page);
  await expect.poll(() => figure(page, "Streak")).toBe("1");
  const rating = Number(await figure(page, "Rating"));
  expect(rating).toBeGreaterThan(1000);
  await page.reload();
  await page.getByRole("heading", { name: "Puzzle 72" }).waitFor();
  expect([await figure(page, "Streak"), await figure(page, "Rating")]).toEqual(["1", String(rating)]);
  // Solved once more, it is worth nothing more.
  await solve(page);
  expect(await figure(page, "Rating")).toBe(String(rating));
  // The next one is another one.
  await press(page, "Next puzzle");
  await expect.poll(() => page.url()).not.toContain("#72");
});

test("a wrong move is refuted, taken back, and ends the streak", async () => {
  const page = await browser.open(PUZZLE);
  await page.locator(cell(0, 0)).click();
  await page.locator('.puzzle-answer[data-stage="wrong"]').waitFor();
  await expect.poll(() => page.locator('[aria-live="assertive"]').textContent()).toContain("a15");
  await expect.poll(() => figure(page, "Rating")).not.toBe("1000");
  await press(page, "Try again");
  await expect.poll(() => page.locator(cell(0, 0)).getAttribute("aria-label")).toContain("empty");
  await solve(page);
  expect(await figure(page, "Streak")).toBe("0");
  // A defence that fails shows how the other side wins.
  await page.goto(new URL("/puzzles#751", page.url()).href);
  await page.locator(".puzzle-goal", { hasText: "Black threatens to win" }).waitFor();
  await page.locator(cell(14, 14)).click();
  await page.locator(".puzzle-answer", { hasText: "does not work: Black wins" }).waitFor();
  await page.getByText(/^Refutation: \w+/).waitFor();
});

test("today's puzzle follows the date", async () => {
  const page = await browser.open("/puzzles");
  await page.getByRole("heading", { name: /^Puzzle \d+/ }).waitFor();
  await press(page, "Today's puzzle");
  await page.getByRole("heading", { name: "Today's puzzle" }).waitFor();
  expect(page.url()).toContain("#daily");
  const view = (): Promise<string[]> =>
    page.locator('[role="gridcell"]').evaluateAll((cells) => cells.map((each) => each.ariaLabel ?? ""));
  const before = await view();
  await page.reload();
  await page.getByRole("heading", { name: "Today's puzzle" }).waitFor();
  await expect.poll(view).toEqual(before);
});

test("kind and difficulty are chosen and kept", async () => {
  const page = await browser.open("/puzzles");
  await page.getByRole("heading", { name: /^Puzzle \d+/ }).waitFor();
  await page.getByLabel("Kind").selectOption("nogo");
  await page.locator(".puzzle-goal", { hasText: "only one move wins" }).waitFor();
  await page.getByLabel("Difficulty").selectOption("hard");
  await expect
    .poll(async () => Number((await page.locator(".puzzle .quiet").textContent())?.match(/\d+$/)?.[0]))
    .toBeGreaterThan(1200);
  await page.reload();
  expect(await page.getByLabel("Kind").inputValue()).toBe("nogo");
});

test("a puzzle is solved by the keyboard alone", async () => {
  const page = await browser.open(PUZZLE);
  await page.locator(cell(7, 7)).waitFor();
  await page.keyboard.press("Tab");
  await page.getByRole("button", { name: "Skip to the board" }).press("Enter");
  for (const [move, reply] of [
    ["g7", [5, 7]],
    ["g6", [6, 11]],
  ] as const) {
    await page.keyboard.type(move);
    await page.keyboard.press("Enter");
    await page.locator(lastAt(reply[0], reply[1])).waitFor();
  }
  await page.keyboard.type("f6");
  await page.keyboard.press("Enter");
  await page.locator('.puzzle-answer[data-stage="solved"]').waitFor();
  await expect.poll(() => page.locator('[aria-live="assertive"]').textContent()).toContain("Solved");
});

test("the solution is stepped through as a proof, and counts as not solved", async () => {
  const page = await browser.open(PUZZLE);
  await page.getByRole("heading", { name: "Puzzle 72" }).waitFor();
  await press(page, "Show solution");
  await page.getByText("Black wins by fours.").waitFor();
  await press(page, "Next");
  await page.locator(lastAt(6, 8)).waitFor();
  await expect.poll(() => figure(page, "Rating")).not.toBe("1000");
  await press(page, "Back to the puzzle");
  await solve(page);
  expect(await figure(page, "Streak")).toBe("0");
});

test("the server answers as the browser does", async () => {
  const page = await browser.open(PUZZLE, { stored: BY_SERVER });
  await solve(page);
});

test("a page without a server has the puzzles", async () => {
  const page = await browser.open("/puzzles/#72", { address: host.address });
  await solve(page);
});

test("axe finds no violations in any theme, with a wrong move shown and on a phone", async () => {
  const page = await browser.open(PUZZLE, { stored: { theme: "wood", mode: "auto" } });
  await page.locator(cell(0, 0)).click();
  await page.locator('.puzzle-answer[data-stage="wrong"]').waitFor();
  for (const theme of ["wood", "pixel", "contrast"]) {
    await page.locator(`html[data-theme=${theme}]`).waitFor();
    for (const mode of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme: mode });
      await page.locator(`html[data-mode=${mode}]`).waitFor();
      expect(await violations(page), `${theme} ${mode}`).toEqual([]);
    }
    await page.keyboard.press("t");
  }
  const phone = await browser.open(PUZZLE, { context: { ...TOUCH, locale: "zh-CN" } });
  await phone.getByRole("heading", { name: "第 72 题" }).waitFor();
  expect(await violations(phone)).toEqual([]);
});
