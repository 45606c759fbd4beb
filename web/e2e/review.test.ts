import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { paste, press, saved } from "./actions";
import { BY_SERVER, cell, FRIENDS, lastAt, stones, TOUCH, useBrowser } from "./browser";

const browser = useBrowser();

/** White ignores the open three. */
const GAME = "h8j7i8i9j8h9k8k9l8";

const analysis = (page: Page) => page.getByRole("tab", { name: "Analysis" });
const mistakes = (page: Page): Promise<string[]> => page.locator(".mistake").allTextContents();

async function reviewed(page: Page): Promise<void> {
  await paste(page, GAME);
  await page.locator(".result-card").waitFor();
  await press(page, "Review game");
  await page.locator(".mistakes").waitFor();
}

test("an imported game is reviewed: mistakes in list, graph, moves and on the board, with the better move", async () => {
  const page = await browser.open("/", { stored: FRIENDS });
  await page.locator(cell(7, 7)).waitFor();
  await reviewed(page);
  const listed = await mistakes(page);
  expect(listed.length).toBeGreaterThan(0);
  const losing = page.locator(".mistake", { hasText: "6 h9 ?" });
  await expect.poll(() => losing.textContent()).toContain("allows a win by");
  await expect.poll(() => page.locator(".graph-dot").count()).toBeGreaterThanOrEqual(listed.length);
  // By key from the end back to the first mistake, and forward again.
  await page.keyboard.press("Home");
  await expect.poll(() => stones(page)).toBe(0);
  await page.keyboard.press("n");
  await page.locator(".review-note").waitFor();
  await expect.poll(() => stones(page)).toBeGreaterThan(0);
  await losing.click();
  await page.locator(lastAt(7, 6)).waitFor();
  const note = page.locator(".review-note");
  await expect.poll(() => note.textContent()).toContain("Better:");
  await note.locator("summary").click();
  await expect.poll(() => note.locator(".steps li").count()).toBeGreaterThan(0);
  await expect
    .poll(() => note.locator(".steps").textContent())
    .toMatch(/makes a (straight )?four|makes five/);
  // The better line is stepped into as a variation, and the way back is a key.
  await press(page, "Show");
  await expect.poll(() => page.locator(lastAt(7, 6)).count()).toBe(0);
  await expect.poll(() => stones(page)).toBe(6);
  await page.keyboard.press("p");
  await page.locator(lastAt(7, 6)).waitFor();
  await page.locator(".review-note").waitFor();
  await page.getByRole("tab", { name: "Game" }).click();
  await expect.poll(() => page.locator(".move-mark").first().textContent()).toMatch(/\?/);
});

test("a review is kept with the game, and exported as annotations", async () => {
  const page = await browser.open("/", { stored: FRIENDS });
  await page.locator(cell(7, 7)).waitFor();
  await reviewed(page);
  const before = await mistakes(page);
  await saved(page);
  await page.reload();
  await page.locator(".result-card").waitFor();
  await analysis(page).click();
  await expect.poll(() => mistakes(page)).toEqual(before);
  // Without what the browser keeps it comes from the server.
  const id = await page.evaluate(() => {
    const key = localStorage.getItem("tengen.current");
    const { known } = JSON.parse(localStorage.getItem(`tengen.game.${key}`)!);
    for (const key of Object.keys(localStorage))
      if (key.startsWith("tengen.game.")) localStorage.removeItem(key);
    localStorage.removeItem("tengen.current");
    return known.id;
  });
  await page.goto(new URL("/", page.url()).href);
  await page.locator(cell(7, 7)).waitFor();
  await press(page, "Games");
  // Other tests have games at the same server.
  await page.locator(`.games .game[data-id="${id}"]`).click();
  await page.locator(".result-card").waitFor();
  await analysis(page).click();
  await expect.poll(() => mistakes(page)).toEqual(before);
  await press(page, "Export");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "SGF, with variations" }).click(),
  ]);
  const sgf = (await readFile(await download.path())).toString();
  expect(sgf).toContain("BM[1]");
  expect(sgf).toMatch(/C\[6 h9 \? allows a win by/);
  expect(sgf).toMatch(/V\[1\.00\]/);
});

test("a review shows how far it is and can be stopped, in the browser and on the server", async () => {
  for (const stored of [FRIENDS, { ...FRIENDS, ...BY_SERVER }]) {
    const page = await browser.open("/#freestyle/15x15/h8g9i9h10h9j9g8i8f9i7f7e6h6g7h7h5e10", { stored });
    await page.locator(cell(7, 7)).waitFor();
    await analysis(page).click();
    await press(page, "Review game");
    await expect
      .poll(() => page.locator("progress").getAttribute("aria-label"))
      .toMatch(/Reviewing: [1-9]\d* of/);
    await press(page, "Stop");
    await page.getByRole("button", { name: "Review game" }).waitFor();
    await expect.poll(() => page.locator(".fault").count()).toBe(0);
    await expect.poll(() => page.locator(".mistake").count()).toBe(0);
  }
});

test("NoGo is reviewed by touch", async () => {
  const page = await browser.open("/#nogo/3x3/b2a1c3a3", { context: TOUCH });
  await page.locator(cell(1, 1)).waitFor();
  await analysis(page).tap();
  await page.getByRole("button", { name: "Review game" }).tap();
  await page.locator(".review .titled").waitFor();
  await expect.poll(() => page.locator(".review").textContent()).toMatch(/mistake/);
});

test("the graph is a slider with tips, and what is not evaluated is a gap", async () => {
  const page = await browser.open("/#freestyle/15x15/h8i9g8", { stored: FRIENDS });
  await page.locator(cell(7, 7)).waitFor();
  await analysis(page).click();
  const graph = page.getByRole("slider", { name: "Black's chance after each move" });
  await expect.poll(() => graph.getAttribute("aria-valuetext")).toBe("3 g8 · not evaluated");
  await expect.poll(() => page.locator(".graph-line").count()).toBe(0);
  await expect.poll(() => page.getByRole("meter").getAttribute("aria-valuetext")).toBe("Not evaluated");
  await graph.focus();
  await page.keyboard.press("ArrowLeft");
  await expect.poll(() => stones(page)).toBe(2);
  await page.keyboard.press("Home");
  await expect.poll(() => stones(page)).toBe(0);
  await page.keyboard.press("End");
  await expect.poll(() => stones(page)).toBe(3);
  await press(page, "Review game");
  await page.locator(".review .titled").waitFor();
  await expect.poll(() => page.locator(".graph-line").count()).toBe(1);
  await expect.poll(() => graph.getAttribute("aria-valuetext")).toMatch(/^3 g8.* → /);
});
