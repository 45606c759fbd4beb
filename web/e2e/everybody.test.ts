import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cell, launch, open, remember } from "./browser";

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const SCREENS = ["/#freestyle/15x15/h8i9", "/nogo", "/solve", "/judge"];
const THEMES = ["wood", "pixel", "contrast"];

/** What axe finds wrong, shortly. The policy forbids foreign scripts, so it is put in by the browser itself. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: {
        run(): Promise<{
          violations: { id: string; nodes: { target: string[]; failureSummary?: string }[] }[];
        }>;
      };
    };
    const result = await axe.run();
    return result.violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.target.join(" ")} ${node.failureSummary ?? ""}`),
    );
  });
}

test.each(SCREENS)("axe finds nothing on %s in any theme, light or dark", async (path) => {
  const { page } = await open(browser, path);
  for (const theme of THEMES) {
    for (const mode of ["light", "dark"]) {
      await remember(page, { theme, mode });
      await page.locator(".panel").waitFor();
      expect(await violations(page), `${theme} ${mode}`).toEqual([]);
    }
  }
  await page.context().close();
});

test("axe finds nothing on the sheets", async () => {
  const { page } = await open(browser, "/");
  await page.locator(cell(7, 7)).waitFor();
  for (const name of ["Keys", "Settings"]) {
    await page.getByRole("button", { name, exact: true }).click();
    expect(await violations(page), name).toEqual([]);
    await page.keyboard.press("Escape");
  }
  await page.getByRole("button", { name: "New game" }).click();
  expect(await violations(page)).toEqual([]);
  await page.context().close();
});

test("the browser's language is spoken, and the other one is a press away", async () => {
  const { page } = await open(browser, "/#renju/15x15", { locale: "zh-CN" });
  await expect.poll(() => page.locator(".status-text").textContent()).toBe("轮到黑方");
  expect(await page.locator("html").getAttribute("lang")).toBe("zh-Hans");
  await page.getByRole("button", { name: "English" }).click();
  await expect.poll(() => page.locator(".status-text").textContent()).toBe("Black to move");
  await page.reload();
  await expect.poll(() => page.locator(".status-text").textContent()).toBe("Black to move");
  await page.context().close();
});

test("no screen is wider than a small phone", async () => {
  const { page } = await open(browser, "/", { viewport: { width: 360, height: 640 } });
  for (const path of SCREENS) {
    await page.goto(new URL(path, page.url()).href);
    await page.locator(".panel").waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(360);
  }
  await page.context().close();
});

test("after one visit the page opens without the network, and what was seen is still there", async () => {
  const { page } = await open(browser, "/#freestyle/15x15/h8i9");
  await page.locator(cell(7, 7)).waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await page.locator(cell(7, 7)).waitFor();
  await page.context().setOffline(true);
  await page.reload();
  await page.locator(`${cell(7, 7)}[aria-label^="h8, Black"]`).waitFor();
  await page.locator(cell(0, 0)).click();
  await page.getByText("The server does not answer.").waitFor();
  await page.context().close();
});
