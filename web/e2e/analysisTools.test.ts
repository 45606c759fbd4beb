import { expect, test } from "vitest";
import { paste, press } from "./actions";
import { violations } from "./axe";
import { BY_SERVER, cell, FRIENDS, lastAt, useBrowser } from "./browser";

const browser = useBrowser();
const SERVED = { ...FRIENDS, ...BY_SERVER };

test("lines and time of an analysis are chosen and asked for, and a line is stepped into", async () => {
  const page = await browser.open("/#freestyle/15x15/h8i9i8g8", { stored: SERVED });
  await page.locator(lastAt(6, 7)).waitFor();
  await page.getByRole("tab", { name: "Analysis" }).click();
  await page.getByText("Options of the analysis").click();
  await page.getByLabel("Lines", { exact: true }).selectOption("2");
  await page.getByLabel("Time for a position").selectOption("Endless");
  expect(await violations(page)).toEqual([]);
  const asked = page.waitForRequest((request) => request.url().endsWith("/api/thoughts"));
  await press(page, "Analyse");
  expect((await asked).postDataJSON()).toMatchObject({ lines: 2, time_ms: 3_600_000 });
  await expect.poll(() => page.locator(".lines > li").count()).toBe(2);
  // Other settings take effect at once.
  const again = page.waitForRequest((request) => request.url().endsWith("/api/thoughts"));
  await page.getByLabel("Lines", { exact: true }).selectOption("3");
  expect((await again).postDataJSON()).toMatchObject({ lines: 3 });
  await expect.poll(() => page.locator(".lines > li").count()).toBe(3);
  await press(page, "Analyse");
  await page.locator(".status:not([data-thinking])").waitFor();
  const line = page.locator(".lines > li").first();
  await line.locator(".line").click();
  await line.locator(".line-moves .move").nth(1).click();
  await expect.poll(() => page.url()).toMatch(/h8i9i8g8([a-o]\d+){3}$/);
  await page.reload();
  await page.getByRole("tab", { name: "Analysis" }).click();
  // The value of the analysed move is kept with the game.
  const graph = page.getByRole("slider", { name: "Black's chance after each move" });
  await graph.focus();
  for (let move = 0; move < 3; move++) await page.keyboard.press("ArrowLeft");
  await expect.poll(() => graph.getAttribute("aria-valuetext")).toMatch(/^4 g8 · .*\d+ ?%/);
});

test("threat mode shows what the other side would win by, and that there is nothing", async () => {
  // White has an open three, and Black is to move.
  const page = await browser.open("/#freestyle/15x15/b:a1c1e1;w:h8i8j8", { stored: SERVED });
  await page.locator(cell(7, 7)).waitFor();
  await page.keyboard.press("x");
  await page.locator(".threat[data-kind=wins]").getByText("White threatens to win:").waitFor();
  await page
    .locator("[aria-live=polite]")
    .filter({ hasText: "White threatens to win:" })
    .waitFor({ state: "attached" });
  expect(await violations(page)).toEqual([]);
  await expect
    .poll(() => page.getByRole("button", { name: "Threats" }).getAttribute("aria-pressed"))
    .toBe("true");
  await page.keyboard.press("x");
  await expect.poll(() => page.locator(".threat").count()).toBe(0);
  await paste(page, "freestyle/15x15/h8i9");
  await page.locator(lastAt(8, 6)).waitFor();
  await page.keyboard.press("x");
  await page.getByText("White threatens no win by fours or threes.").first().waitFor();
});

test("at NoGo the points of either side are marked, named and counted", async () => {
  // Black surrounds a9; White surrounds i1 (9x9).
  const page = await browser.open("/#nogo/9x9/b:a8b9;w:h1i2", { stored: SERVED });
  await page.locator(cell(0, 0)).waitFor();
  await page.keyboard.press("w");
  const counted = page.locator(".owners");
  await counted.waitFor();
  await expect.poll(() => counted.locator("dd").allTextContents()).toEqual(["1", "1", "75", "0"]);
  await counted.getByText("Neither side has more points of its own.").waitFor();
  await expect
    .poll(() => page.locator(cell(0, 0)).getAttribute("aria-label"))
    .toMatch(/only Black may play here$/);
  await expect
    .poll(() => page.locator(cell(8, 8)).getAttribute("aria-label"))
    .toMatch(/only White may play here$/);
  for (const theme of ["wood", "pixel", "contrast"]) {
    await page.locator(`html[data-theme=${theme}]`).waitFor();
    expect(await violations(page), theme).toEqual([]);
    await page.keyboard.press("t");
  }
  await page.getByRole("button", { name: "Threats" }).click();
  await page.locator(".threat[data-kind=best]").getByText("If White could move now:").waitFor();
});
