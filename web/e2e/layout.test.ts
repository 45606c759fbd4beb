import { expect, test } from "vitest";
import { DESKTOP, useBrowser } from "./browser";

const browser = useBrowser();

const SCREENS = ["/#freestyle/15x15/h8i9", "/nogo", "/solve", "/judge"];

test("the browser's language is spoken, and the other one is a press away", async () => {
  const page = await browser.open("/#renju/15x15", { by: { ...DESKTOP, locale: "zh-CN" } });
  await expect.poll(() => page.locator(".status-text").textContent()).toBe("轮到黑方");
  expect(await page.locator("html").getAttribute("lang")).toBe("zh-Hans");
  await page.getByRole("button", { name: "English" }).click();
  await expect.poll(() => page.locator(".status-text").textContent()).toBe("Black to move");
  await page.reload();
  await expect.poll(() => page.locator(".status-text").textContent()).toBe("Black to move");
});

test.each(SCREENS)("%s is no wider than a small phone", async (path) => {
  const page = await browser.open(path, { by: { viewport: { width: 360, height: 640 } } });
  await page.locator(".panel").waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});
