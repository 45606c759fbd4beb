import { expect, test } from "vitest";
import { ready } from "./actions";
import { DESKTOP, FRIENDS, lastAt, TOUCH, useBrowser } from "./browser";

const browser = useBrowser();

const SCREENS = ["/", "/#freestyle/15x15/h8i9", "/puzzles#72", "/nogo", "/solve", "/judge"];
const WIDTHS = [360, 768, 960, 1280, 1920, 3840];

test("the language of the browser is used, and can be switched", async () => {
  const page = await browser.open("/#renju/15x15", {
    context: { ...DESKTOP, locale: "zh-CN" },
    stored: FRIENDS,
  });
  await expect.poll(() => page.locator(".status-text").textContent()).toBe("轮到黑方");
  await expect.poll(() => page.locator("html").getAttribute("lang")).toBe("zh-Hans");
  await page.getByLabel("语言").selectOption("en");
  await expect.poll(() => page.locator(".status-text").textContent()).toBe("Black to move");
  await page.reload();
  await expect.poll(() => page.locator(".status-text").textContent()).toBe("Black to move");
});

test.each(SCREENS)("%s fits every width, with its actions visible", async (path) => {
  const page = await browser.open(path);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: Math.max(640, Math.round(width * 0.5625)) });
    await ready(page);
    const seen = await page.evaluate(() => {
      const { scrollWidth, scrollHeight } = document.documentElement;
      const bottom = document.querySelector(".actions")!.getBoundingClientRect().bottom;
      const right = document.querySelector(".tools")!.getBoundingClientRect().right;
      return {
        over: scrollWidth - innerWidth,
        under: scrollHeight - innerHeight,
        hidden: bottom - innerHeight,
        cut: right - innerWidth,
      };
    });
    expect(seen.over, `${width}`).toBeLessThanOrEqual(0);
    expect(seen.under, `${width}`).toBeLessThanOrEqual(0);
    expect(seen.hidden, `${width}`).toBeLessThanOrEqual(0);
    expect(seen.cut, `${width}`).toBeLessThanOrEqual(0);
  }
});

test.each(SCREENS)("%s has no layout shift", async (path) => {
  const page = await browser.open(path);
  await ready(page);
  await page.waitForLoadState("networkidle");
  const shift = await page.evaluate(
    () =>
      new Promise<number>((done) => {
        let sum = 0;
        const observer = new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
            sum += entry.value;
        });
        observer.observe({ type: "layout-shift", buffered: true });
        requestAnimationFrame(() => requestAnimationFrame(() => done(sum)));
      }),
  );
  expect(shift).toBe(0);
});

test("the panel slides up and never covers the last move", async () => {
  const page = await browser.open("/#freestyle/15x15/h8h1", { context: TOUCH });
  const last = page.locator(lastAt(7, 14));
  await last.waitFor();
  const handle = page.locator(".handle");
  const covered = async (): Promise<boolean> => {
    const [stone, panel] = await Promise.all([last.boundingBox(), page.locator(".panel").boundingBox()]);
    return stone!.y + stone!.height > panel!.y;
  };
  const top = async (): Promise<number> => (await handle.boundingBox())!.y;
  const resting = await top();
  await expect.poll(() => covered()).toBe(false);
  await handle.tap();
  await expect.poll(top).toBeLessThan(resting - 40);
  await expect.poll(covered).toBe(false);
  await handle.tap();
  await expect.poll(top).toBe(resting);
});

test("a link opens in a new tab with a modifier key", async () => {
  const page = await browser.open("/");
  await ready(page);
  const [tab] = await Promise.all([
    page.context().waitForEvent("page"),
    page.getByRole("link", { name: "Watch" }).click({ modifiers: ["ControlOrMeta"] }),
  ]);
  await expect.poll(() => new URL(tab.url()).pathname).toBe("/nogo");
  expect(new URL(page.url()).pathname).toBe("/");
});
