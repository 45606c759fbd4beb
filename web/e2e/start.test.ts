import { expect, test } from "vitest";
import { place, press, status } from "./actions";
import { cell, DESKTOP, FRIENDS, lastAt, stones, TOUCH, useBrowser } from "./browser";

const browser = useBrowser();

test("the start card says what the game is, and the first stone folds it away", async () => {
  const page = await browser.open("/");
  const card = page.locator(".start-card");
  await expect.poll(() => card.textContent()).toContain("Get five of your stones in a line");
  await expect.poll(() => card.textContent()).toContain("Click a point to begin.");
  for (const hidden of [".graph", ".thoughts", ".comment", ".tabs"])
    expect(await page.locator(hidden).count(), hidden).toBe(0);
  await card.getByLabel("Opponent").selectOption("1");
  await expect.poll(() => page.locator(".chips").textContent()).toContain("Level 1");
  await page.locator(cell(7, 7)).click();
  await card.waitFor({ state: "detached" });
  await expect.poll(() => stones(page)).toBe(2);
  await expect.poll(() => page.getByRole("tab", { name: "Game" }).getAttribute("aria-selected")).toBe("true");
  await page.getByRole("tab", { name: "Game" }).focus();
  await page.keyboard.press("ArrowRight");
  await page.locator(".graph").waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Analysis");
});

test("the levels have names and measured steps", async () => {
  const page = await browser.open("/");
  const options = page.locator(".start-card option");
  await expect.poll(() => options.count()).toBe(11);
  const texts = await options.allTextContents();
  expect(texts[0]).toBe("Beginner · level 1");
  expect(texts[3]).toBe("Casual · level 4 · +444 Elo");
  expect(texts[9]).toBe("Master · level 10 · +112 Elo");
});

test("as White, the computer begins", async () => {
  const page = await browser.open("/");
  await page.locator(".start-card").getByRole("button", { name: "White" }).click();
  await expect.poll(() => stones(page)).toBe(1);
  await expect.poll(() => status(page)).toBe("Your move");
});

test("tiles begin other games: renju, NoGo on 9x9, a board without edges", async () => {
  const page = await browser.open("/");
  const tiles = page.getByRole("list", { name: "Other games" });
  await tiles.getByRole("button", { name: /^NoGo/ }).click();
  await expect.poll(() => page.locator('[role="gridcell"]').count()).toBe(81);
  await expect.poll(() => page.locator(".start-card").textContent()).toContain("has no move left loses");
  await tiles.getByRole("button", { name: /^Infinite/ }).click();
  await expect.poll(() => page.url()).toContain("#freestyle/infinite");
  await tiles.getByRole("button", { name: /^Renju/ }).click();
  await expect.poll(() => page.url()).toContain("#renju/15x15");
  await expect.poll(() => page.locator(".start-title").textContent()).toBe("Renju");
});

test("tiles open the puzzles and a game with a friend", async () => {
  const page = await browser.open("/");
  const tiles = page.getByRole("list", { name: "Other games" });
  await tiles.getByRole("link", { name: /^Puzzles/ }).click();
  await expect.poll(() => new URL(page.url()).pathname).toBe("/puzzles");
  await page.goBack();
  await tiles.getByRole("link", { name: /^Play a friend/ }).click();
  await expect.poll(() => new URL(page.url()).pathname).toBe("/friend");
});

test("rules in a minute: three pictures each, and renju's fouls can be tried out", async () => {
  const page = await browser.open("/");
  await press(page, "Rules in a minute");
  const sheet = page.getByRole("dialog");
  for (const rule of ["Freestyle", "Standard (exactly five)", "NoGo", "Renju"]) {
    await sheet.getByRole("radio", { name: rule }).check();
    await expect.poll(() => sheet.locator(".rule-pictures canvas").count(), { message: rule }).toBe(3);
  }
  const foul = sheet.locator('[role="gridcell"][aria-label*="forbidden"]');
  await expect.poll(() => foul.count()).toBeGreaterThanOrEqual(3);
  const kinds = await foul.evaluateAll((cells) => cells.map((each) => each.getAttribute("aria-label")));
  for (const kind of ["double three", "double four", "overline"])
    expect(
      kinds.some((label) => label?.includes(kind)),
      kind,
    ).toBe(true);
  await foul.first().focus();
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toMatch(/^foul_/);
  await foul.first().click();
  await expect.poll(() => sheet.locator(".foul-text").textContent()).toMatch(/double|overline/);
  await sheet.locator('[role="gridcell"][aria-label$="empty"]').first().click();
  await expect.poll(() => sheet.locator(".foul-text").textContent()).toContain("is allowed");
});

test("the result card: you lost, rematch with swapped colors", async () => {
  const page = await browser.open("/#nogo/2x1", {
    stored: { match: { ...FRIENDS.match, level: 1, rule: "nogo" } },
  });
  await page.locator(cell(0, 0)).click();
  await expect
    .poll(() => page.locator(".result-title").textContent())
    .toBe("You won. White has no move left.");
  await press(page, "Swap colors");
  await expect
    .poll(() => page.locator(".result-title").textContent())
    .toBe("You lost. White has no move left.");
  await press(page, "Rematch");
  await expect
    .poll(() => page.locator(".result-title").textContent())
    .toBe("You lost. White has no move left.");
});

test("hovering or focusing a line previews it on the board, and a press unfolds it", async () => {
  const page = await browser.open("/#freestyle/15x15/h8i9", { stored: FRIENDS });
  await page.locator(lastAt(8, 6)).waitFor();
  await press(page, "Hint");
  const line = page.locator(".lines .line").first();
  await page.locator(".status:not([data-thinking])").waitFor();
  await line.waitFor();
  const picture = (): Promise<string> =>
    page
      .locator(".stage canvas")
      .first()
      .evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL());
  await page.mouse.move(0, 0);
  const plain = await picture();
  await line.hover();
  await expect.poll(async () => (await picture()) === plain).toBe(false);
  await page.mouse.move(0, 0);
  await expect.poll(async () => (await picture()) === plain).toBe(true);
  await line.focus();
  await expect.poll(async () => (await picture()) === plain).toBe(false);
  await line.click();
  await expect.poll(() => line.getAttribute("aria-expanded")).toBe("true");
});

test("on a phone, in Chinese", async () => {
  const page = await browser.open("/", { context: { ...TOUCH, locale: "zh-CN" } });
  await expect.poll(() => page.locator(".start-title").textContent()).toBe("五子棋");
  await expect.poll(() => page.locator(".start-card").textContent()).toContain("轻点棋盘开始");
  await page.locator(cell(7, 7)).tap();
  await page.locator(".start-card").waitFor({ state: "detached" });
});

test.each(["no-preference", "reduce"] as const)(
  "a stone lands, or appears at once: %s",
  async (reducedMotion) => {
    const page = await browser.open("/#freestyle/15x15", {
      context: { ...DESKTOP, reducedMotion },
      stored: FRIENDS,
    });
    await page.locator(cell(7, 7)).waitFor();
    const picture = (): Promise<string> =>
      page
        .locator(".stage canvas")
        .first()
        .evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL());
    // The time of the page stands still, so that the stone stays where it begins to land.
    await page.evaluate(() => {
      const now = performance.now();
      performance.now = () => now;
    });
    await place(page, 7, 7);
    const begun = await picture();
    await page.evaluate(() => {
      const now = performance.now() + 200;
      performance.now = () => now;
    });
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    expect((await picture()) === begun).toBe(reducedMotion === "reduce");
  },
);
