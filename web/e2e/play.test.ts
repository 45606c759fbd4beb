import { expect, test } from "vitest";
import { cell, stones, TOUCH, useBrowser } from "./browser";

const browser = useBrowser();

/** Five in a row for Black between two friends. */
const GAME = [
  [7, 7],
  [7, 6],
  [8, 7],
  [8, 6],
  [9, 7],
  [9, 6],
  [10, 7],
  [10, 6],
  [11, 7],
] as const;

const FRIENDS = "/#freestyle/15x15";

test("a whole game by mouse ends with a numbered five", async () => {
  const page = await browser.open(FRIENDS);
  for (const [x, y] of GAME) {
    await page.locator(cell(x, y)).click();
    await page.locator(`${cell(x, y)}[aria-label*="last move"]`).waitFor();
  }
  await expect.poll(() => page.locator(".status-text").textContent()).toBe("Black wins with five");
  expect(await page.locator('[aria-live="assertive"]').textContent()).toContain("Black wins");
  expect(page.url()).toContain("#freestyle/15x15/h8h9i8i9j8j9k8k9l8");
});

test("a whole game by keyboard alone: arrows, Enter, typed names, undo and redo", async () => {
  const page = await browser.open(FRIENDS);
  await page.locator(cell(7, 7)).waitFor();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("point_7_7");
  await page.keyboard.press("Enter");
  await page.locator(`${cell(7, 7)}[aria-label*="last move"]`).waitFor();
  await page.keyboard.press("ArrowUp");
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("point_7_6");
  await page.keyboard.press("Enter");
  await page.locator(`${cell(7, 6)}[aria-label*="last move"]`).waitFor();
  for (const name of ["i8", "i9", "j8", "j9", "k8", "k9"]) {
    await page.keyboard.type(name);
    await page.keyboard.press("Enter");
    await page.locator(`[aria-label^="${name},"][aria-label*="last move"]`).waitFor();
  }
  await page.keyboard.press("Backspace");
  await expect.poll(() => stones(page)).toBe(7);
  await page.keyboard.press("Control+Shift+Z");
  await expect.poll(() => stones(page)).toBe(8);
  await page.keyboard.type("l8");
  await page.keyboard.press("Enter");
  await expect.poll(() => page.locator(".status-text").textContent()).toBe("Black wins with five");
});

test("a whole game by touch, and a swipe scrolls instead of placing", async () => {
  const page = await browser.open(FRIENDS, { by: TOUCH });
  for (const [x, y] of GAME) {
    await page.locator(cell(x, y)).tap();
    await page.locator(`${cell(x, y)}[aria-label*="last move"]`).waitFor();
  }
  await expect.poll(() => page.locator(".status-text").textContent()).toBe("Black wins with five");
});

test("tapping twice places once", async () => {
  const page = await browser.open(FRIENDS, { by: TOUCH });
  await page.evaluate(() => localStorage.setItem("tengen.placing", '"confirm"'));
  await page.reload();
  await page.locator(cell(3, 3)).tap();
  expect(await stones(page)).toBe(0);
  await page.locator(cell(3, 3)).tap();
  await expect.poll(() => stones(page)).toBe(1);
});

test("the engine answers, a hint is shown, and the game is there after a reload", async () => {
  const page = await browser.open("/");
  await page.locator(cell(7, 7)).click();
  await expect.poll(() => stones(page)).toBe(2);
  await page.getByRole("button", { name: "Hint" }).click();
  await expect.poll(() => page.locator(".lines li").count()).toBe(3);
  await page.reload();
  await expect.poll(() => stones(page)).toBe(2);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => stones(page)).toBe(0);
});

test("an infinite board is dragged and played on", async () => {
  const page = await browser.open("/#freestyle/infinite/(0,0)");
  await page.locator(cell(0, 0)).waitFor();
  const box = (await page.locator(".board").boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + 60, box.y + 60, { steps: 6 });
  await page.mouse.up();
  await page.locator(cell(10, 10)).waitFor();
  await page.locator(cell(10, 10)).click();
  await expect.poll(() => page.url()).toContain("(0,0)(10,10)");
});

test("no branch is lost when another move is played after undo", async () => {
  const page = await browser.open(FRIENDS);
  await page.locator(cell(7, 7)).click();
  await page.locator(`${cell(7, 7)}[aria-label*="last move"]`).waitFor();
  await page.locator(cell(8, 8)).click();
  await page.locator(`${cell(8, 8)}[aria-label*="last move"]`).waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => stones(page)).toBe(1);
  await page.locator(cell(3, 3)).click();
  await expect
    .poll(() => page.locator(".move").allTextContents())
    .toEqual(expect.arrayContaining(["1h8", "2i7", "2d12"]));
});
