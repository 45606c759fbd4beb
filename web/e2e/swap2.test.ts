import { expect, test } from "vitest";
import { begin, place, press, saved, status } from "./actions";
import { cell, stones, useBrowser } from "./browser";

const browser = useBrowser();

test("Swap2 between two people: three stones, two more, and a choice", async () => {
  const page = await browser.open("/");
  await page.locator(cell(7, 7)).waitFor();
  await begin(page, { Opponent: "A friend, same board", Opening: "Swap2" });
  await place(page, 7, 7);
  await place(page, 8, 7);
  await place(page, 9, 9);
  await expect.poll(() => status(page)).toBe("Swap2: the other player chooses");
  await press(page, "Place two more");
  await place(page, 5, 5);
  await place(page, 6, 9);
  await expect.poll(() => status(page)).toBe("Swap2: the first player chooses a color");
  await press(page, "Take Black");
  await expect.poll(() => status(page)).toBe("White to move");
});

test("Swap2 opened by the person: the engine chooses", async () => {
  const page = await browser.open("/");
  await page.locator(cell(7, 7)).waitFor();
  await begin(page, { Level: "3", Opening: "Swap2", "Who opens": "You" });
  await place(page, 7, 7);
  await place(page, 8, 7);
  await page.locator(cell(2, 2)).click();
  // It takes a side, or places two more and lets the person choose.
  await expect.poll(() => status(page)).toMatch(/Your move|the first player chooses a color/);
});

test("Swap2 opened by the engine: the person chooses, and the game survives a reload", async () => {
  const page = await browser.open("/");
  await page.locator(cell(7, 7)).waitFor();
  await begin(page, { Level: "3", Opening: "Swap2", "Who opens": "The engine" });
  await expect.poll(() => stones(page)).toBe(3);
  await saved(page);
  await page.reload();
  await expect.poll(() => status(page)).toBe("Swap2: the other player chooses");
  await press(page, "Take Black");
  // White, the engine, moves next.
  await expect.poll(() => stones(page)).toBe(4);
  await expect.poll(() => status(page)).toBe("Your move");
});
