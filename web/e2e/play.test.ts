import { expect, test } from "vitest";
import { begin, moves, place, press, saved, status } from "./actions";
import { cell, FRIENDS, lastAt, stones, TOUCH, useBrowser } from "./browser";

const browser = useBrowser();

/** Moves of a game that Black wins with five. */
const GAME = [
  [7, 7],
  [9, 8],
  [8, 7],
  [8, 6],
  [9, 7],
  [7, 6],
  [10, 7],
  [10, 6],
  [11, 7],
] as const;

const BOARD = "/#freestyle/15x15";

test("a whole game by mouse ends with a numbered five, and the review shows the losing move", async () => {
  const page = await browser.open(BOARD, { stored: FRIENDS });
  for (const [x, y] of GAME) await place(page, x, y);
  await expect.poll(() => status(page)).toBe("Black wins with five");
  await expect.poll(() => page.locator('[aria-live="assertive"]').textContent()).toContain("Black wins");
  await expect.poll(() => page.url()).toContain("#freestyle/15x15/h8j7i8i9j8h9k8k9l8");
  await expect.poll(() => page.locator(".result-card").textContent()).toContain("h8 i8 j8 k8 l8");
  await press(page, "Review game");
  await page.locator(".mistake", { hasText: "6 h9 ?" }).click();
  await expect.poll(() => stones(page)).toBe(6);
  await press(page, "Undo");
  await expect.poll(() => stones(page)).toBe(5);
  // The game can be played on from there, and the lost line stays.
  await place(page, 10, 7);
  await page.getByRole("tab", { name: "Game" }).click();
  await expect.poll(() => moves(page)).toEqual(expect.arrayContaining(["6h9?", "6k8", "9l8"]));
});

test("a whole game by keyboard alone: arrows, Enter, typed names, undo and redo", async () => {
  const page = await browser.open(BOARD, { stored: FRIENDS });
  await page.locator(cell(7, 7)).waitFor();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("point_7_7");
  await page.keyboard.press("Enter");
  await page.locator(lastAt(7, 7)).waitFor();
  await expect.poll(() => page.locator('[aria-live="polite"]').first().textContent()).toContain("Black h8");
  await page.keyboard.press("ArrowUp");
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("point_7_6");
  await page.keyboard.press("Enter");
  await page.locator(lastAt(7, 6)).waitFor();
  for (const name of ["i8", "i9", "j8", "j9", "k8", "k9"]) {
    await page.keyboard.type(name);
    await page.keyboard.press("Enter");
    await page.locator(`[aria-label^="${name},"][aria-label*="last move"]`).waitFor();
  }
  await page.keyboard.press("Backspace");
  await expect.poll(() => stones(page)).toBe(7);
  await page.keyboard.press("Control+Z");
  await expect.poll(() => stones(page)).toBe(6);
  await page.keyboard.press("Control+Shift+Z");
  await expect.poll(() => stones(page)).toBe(7);
  await page.keyboard.press("Home");
  await expect.poll(() => stones(page)).toBe(0);
  await page.keyboard.press("Alt+ArrowRight");
  await expect.poll(() => stones(page)).toBe(1);
  await page.keyboard.press("End");
  await expect.poll(() => stones(page)).toBe(8);
  await page.keyboard.type("l8");
  await page.keyboard.press("Enter");
  await expect.poll(() => status(page)).toBe("Black wins with five");
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keys" }).waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("t");
  await expect.poll(() => page.locator("html").getAttribute("data-theme")).toBe("pixel");
});

test("a whole game by touch, and a swipe scrolls instead of placing", async () => {
  const page = await browser.open(BOARD, { context: TOUCH, stored: FRIENDS });
  await page.locator(cell(7, 7)).waitFor();
  const swipe = await page.context().newCDPSession(page);
  const { x, y } = (await page.locator(cell(4, 10)).boundingBox())!;
  const at = (dy: number) => ({ touchPoints: [{ x: x + 5, y: y + dy }] });
  await swipe.send("Input.dispatchTouchEvent", { type: "touchStart", ...at(0) });
  for (let dy = -20; dy >= -120; dy -= 20)
    await swipe.send("Input.dispatchTouchEvent", { type: "touchMove", ...at(dy) });
  await swipe.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await expect.poll(() => stones(page)).toBe(0);
  for (const [x, y] of GAME) {
    await page.locator(cell(x, y)).tap();
    await page.locator(lastAt(x, y)).waitFor();
  }
  await expect.poll(() => status(page)).toBe("Black wins with five");
});

test("with confirmation two taps place one stone", async () => {
  const page = await browser.open(BOARD, { context: TOUCH, stored: { ...FRIENDS, placing: "confirm" } });
  await page.locator(cell(3, 3)).tap();
  await expect.poll(() => stones(page)).toBe(0);
  await page.locator(cell(3, 3)).tap();
  await expect.poll(() => stones(page)).toBe(1);
});

test("the engine replies, a hint is shown, and the game survives a reload", async () => {
  const page = await browser.open("/");
  await page.locator(cell(7, 7)).click();
  await expect.poll(() => stones(page)).toBe(2);
  await saved(page);
  await press(page, "Hint");
  await expect.poll(() => page.locator(".lines li").count()).toBeGreaterThan(1);
  await page.reload();
  await expect.poll(() => stones(page)).toBe(2);
  await press(page, "Undo");
  await expect.poll(() => stones(page)).toBe(0);
  await press(page, "Redo");
  await expect.poll(() => stones(page)).toBe(2);
});

test("NoGo against the engine: illegal points are marked, and it is played to its end", async () => {
  const page = await browser.open("/");
  await page.locator(cell(7, 7)).waitFor();
  await begin(page, { Rule: "NoGo", Size: "3", Level: "1" });
  await expect.poll(() => page.locator('[role="gridcell"]').count()).toBe(9);
  for (let turn = 0; turn < 9; turn++) {
    await page.locator('.status:not([data-thinking="reply"])').waitFor();
    if (/wins/.test((await status(page)) ?? "")) break;
    const before = await stones(page);
    await page.locator('[role="gridcell"][aria-label$="empty"]').first().click();
    await expect
      .poll(async () => (await stones(page)) > before + 1 || /wins/.test((await status(page)) ?? ""))
      .toBe(true);
  }
  await expect.poll(() => status(page)).toMatch(/wins: no move is left/);
});

test("a forbidden point states the reason to mouse and keyboard, and takes no stone", async () => {
  const page = await browser.open("/#renju/15x15/b:h9h7g8i8;w:a1b2c4d6");
  const foul = page.locator(cell(7, 7));
  await expect.poll(() => foul.getAttribute("aria-label")).toBe("h8, empty, forbidden: double three");
  await foul.hover();
  await expect.poll(() => page.locator(".notice").textContent()).toContain("double three");
  await foul.click();
  await expect
    .poll(() => page.locator('[aria-live="polite"]').first().textContent())
    .toContain("double three");
  await page.mouse.move(0, 0);
  await page.keyboard.press("ArrowUp");
  await expect.poll(() => page.locator(".notice").textContent()).not.toContain("double three");
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => page.locator(".notice").textContent()).toContain("double three");
  await expect.poll(() => page.locator('[role="gridcell"][aria-label*="Black"]').count()).toBe(4);
});

test("the status says that Black has only forbidden points, and nothing hangs", async () => {
  const page = await browser.open("/#renju/6x1/b:a1b1c1e1f1;w:");
  await expect.poll(() => status(page)).toBe("Black has only forbidden points left");
  await press(page, "Hint");
  await page.locator(".status:not([data-thinking])").waitFor();
  await page.locator(cell(3, 0)).click();
  await expect.poll(() => page.locator('[aria-live="polite"]').first().textContent()).toContain("overline");
});
