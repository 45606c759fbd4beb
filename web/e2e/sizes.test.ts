import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { judgeExample, place, ready, tapPoint } from "./actions";
import { violations } from "./axe";
import { cell, FRIENDS, useBrowser } from "./browser";

const browser = useBrowser();

/** Minimum side of a playable board, in pixels. */
const PLAYABLE = 260;

/** A layout may still change while an answer or the size of a canvas comes. */
const SETTLED = { timeout: 10_000 };

/** Difficult viewports: phones in landscape, zoomed pages, small windows. */
const WINDOWS = [
  { name: "phone on its side", width: 844, height: 390, touch: true, least: 360 },
  { name: "small phone on its side", width: 667, height: 375, touch: true, least: 340 },
  { name: "smallest phone on its side", width: 568, height: 320, touch: true },
  { name: "laptop at 200 %", width: 683, height: 384, scale: 2, least: 340 },
  { name: "laptop at 400 %", width: 341, height: 192, scale: 4 },
  { name: "small phone", width: 320, height: 568, touch: true, least: 300 },
  { name: "320 by 256", width: 320, height: 256, scale: 4 },
  { name: "just below 960", width: 959, height: 700, least: 540 },
  { name: "960 by 540", width: 960, height: 540, least: 500 },
  { name: "tablet upright", width: 768, height: 1024, touch: true, least: 640 },
  { name: "as wide as high", width: 500, height: 500 },
  { name: "5 to 4 and low", width: 650, height: 520 },
  { name: "very low", width: 700, height: 200 },
] as const;

const SCREENS = ["/#freestyle/15x15/h8i9", "/puzzles#72", "/nogo", "/solve", "/judge", "/friend"];

const contextFor = (window: (typeof WINDOWS)[number]) => ({
  viewport: { width: window.width, height: window.height },
  deviceScaleFactor: "scale" in window ? window.scale : 1,
  ...("touch" in window && { hasTouch: true, isMobile: true }),
});

/** Visible controls that cannot be scrolled into view, or are cut off sideways. */
const unreachable = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const lost: string[] = [];
    const { width, height } = document.querySelector("html")!.getBoundingClientRect();
    if (document.documentElement.scrollWidth > innerWidth) lost.push("the page is wider than its window");
    for (const control of document.querySelectorAll<HTMLElement>(
      "button, a, select, textarea, input:not(.visually-hidden):not([type=radio])",
    )) {
      // Shown while they have the focus.
      if (control.matches(".skip, .text-board") || !control.checkVisibility()) continue;
      control.scrollIntoView({ block: "center" });
      const box = control.getBoundingClientRect();
      const name = control.getAttribute("aria-label") || control.textContent || control.className;
      if (box.left < 0 || box.right > innerWidth + 0.5) lost.push(`${name} is cut sideways`);
      const at = document.elementFromPoint(
        Math.min(Math.max(box.left + box.width / 2, 0), width - 1),
        Math.min(Math.max(box.top + box.height / 2, 0), height - 1),
      );
      if (!at || !(control.contains(at) || at.contains(control) || at.closest("label")?.contains(control)))
        lost.push(`${name} is covered by ${at?.className}`);
    }
    scrollTo(0, 0);
    for (const scrolled of document.querySelectorAll(".panel-body, .screen-nav")) scrolled.scrollTo(0, 0);
    return lost;
  });

test.each(WINDOWS)("$name, $width×$height: a playable board without violations", async (window) => {
  const page = await browser.open("/#freestyle/15x15", { context: contextFor(window), stored: FRIENDS });
  const board = page.locator(".stage .board");
  await page.locator(cell(7, 7)).waitFor();
  const least = "least" in window ? window.least : Math.min(PLAYABLE, window.width - 16);
  const side = async (): Promise<number> => {
    const { width, height } = (await board.boundingBox())!;
    return Math.min(width, height);
  };
  await expect.poll(side).toBeGreaterThanOrEqual(least);
  expect((await board.boundingBox())!.width).toBeLessThanOrEqual(window.width);
  if ("touch" in window) await tapPoint(page, 7, 7);
  else await place(page, 7, 7);
  await expect.poll(() => unreachable(page), SETTLED).toEqual([]);
  expect(await violations(page)).toEqual([]);
});

test.each(WINDOWS)("$name, $width×$height: every control of every screen is reachable", async (window) => {
  const page = await browser.open(SCREENS[0]!, { context: contextFor(window) });
  for (const path of SCREENS) {
    await page.goto(new URL(path, page.url()).href);
    await ready(page);
    if (path === "/judge") {
      await expect.poll(() => unreachable(page), { ...SETTLED, message: path }).toEqual([]);
      await judgeExample(page);
    }
    const picture = page.locator(".stage .board, .film-frame canvas");
    if ((await picture.count()) > 0) {
      // The panel slides to its height.
      const width = async (): Promise<number> => (await picture.first().boundingBox())!.width;
      await expect
        .poll(width, { message: path })
        .toBeGreaterThanOrEqual(path === "/nogo" ? 180 : Math.min(PLAYABLE, window.width - 16));
    }
    await expect.poll(() => unreachable(page), { ...SETTLED, message: path }).toEqual([]);
    expect(await violations(page), path).toEqual([]);
  }
});

test.each(WINDOWS.filter(({ height }) => height < 600))(
  "$name, $width×$height: sheets fit and scroll",
  async (window) => {
    const page = await browser.open("/#freestyle/15x15/h8i9", { context: contextFor(window) });
    await page.locator(cell(7, 7)).waitFor();
    for (const name of ["Settings", "New game", "Games", "Export"]) {
      await page.getByRole("button", { name, exact: true }).click();
      const sheet = page.getByRole("dialog");
      await sheet.waitFor();
      const box = (await sheet.boundingBox())!;
      expect(box.x, name).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width, name).toBeLessThanOrEqual(window.width);
      expect(box.y, name).toBeGreaterThanOrEqual(0);
      expect(box.y + box.height, name).toBeLessThanOrEqual(window.height + 0.5);
      await sheet.locator("button, input, select").last().scrollIntoViewIfNeeded();
      await page.keyboard.press("Escape");
      await sheet.waitFor({ state: "detached" });
    }
  },
);

test("every button of the header is visible at 320 px, in every language, also offline", async () => {
  for (const locale of ["en-US", "zh-CN", "zh-TW", "ja-JP", "ko-KR", "ru-RU"]) {
    const page = await browser.open("/", { context: { viewport: { width: 320, height: 568 }, locale } });
    await page.locator(cell(7, 7)).waitFor();
    for (const offline of [false, true]) {
      await page.context().setOffline(offline);
      await expect.poll(() => page.locator(".offline:not(:empty)").count()).toBe(offline ? 1 : 0);
      const buttons = page.locator(".tools .button:visible");
      await expect.poll(() => buttons.count()).toBe(2);
      for (const button of await buttons.all()) {
        const { x, width } = (await button.boundingBox())!;
        expect(x).toBeGreaterThanOrEqual(0);
        expect(x + width).toBeLessThanOrEqual(320);
        expect(width).toBeGreaterThanOrEqual(24);
      }
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
        .toBeLessThanOrEqual(320);
    }
    await page.context().setOffline(false);
    // All navigation links are visible.
    for (const link of await page.locator(".screen-nav a").all()) {
      const { x, width } = (await link.boundingBox())!;
      expect(x + width).toBeLessThanOrEqual(320 - 72);
      expect(x).toBeGreaterThanOrEqual(0);
    }
  }
});

test("on a page that scrolls, the focused point stays visible and the wheel scrolls the page", async () => {
  const page = await browser.open("/#freestyle/15x15/h8", {
    context: { viewport: { width: 341, height: 192 } },
  });
  await page.locator(cell(7, 0)).focus();
  for (let step = 0; step < 14; step++) {
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe(`point_7_${step + 1}`);
  }
  await expect
    .poll(async () => {
      const { y, height } = (await page.locator(cell(7, 14)).boundingBox())!;
      return y >= 0 && y + height <= 192;
    })
    .toBe(true);
  const before = await page.evaluate(() => scrollY);
  const { x, y } = (await page.locator(cell(7, 13)).boundingBox())!;
  await page.mouse.move(x + 2, y + 2);
  await page.mouse.wheel(0, 60);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before);
  expect(new URL(page.url()).hash).toBe("#freestyle/15x15/h8");
});
