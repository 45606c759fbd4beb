import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launch, open } from "./browser";

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

test("the animation runs to its end and says who won", async () => {
  const { page, complaints } = await open(browser, "/nogo");
  await page.getByLabel("Size").selectOption("3");
  await page.getByLabel("Speed").fill("2");
  await page.getByRole("button", { name: "Auto" }).click();
  await expect
    .poll(() => page.locator(".cinema-turn").textContent(), { timeout: 60_000, interval: 500 })
    .toMatch(/WINS/);
  expect(await page.locator('[aria-live="assertive"]').textContent()).toMatch(/has no move left/);
  expect(complaints).toEqual([]);
  await page.context().close();
});

test("step, back, scrubber and reset", async () => {
  const { page } = await open(browser, "/nogo", { reducedMotion: "reduce" });
  const moves = page.getByRole("slider", { name: "Move" });
  await page.getByRole("button", { name: "Step" }).click();
  await expect.poll(() => moves.inputValue()).toBe("1");
  await page.getByRole("button", { name: "Step" }).click();
  await expect.poll(() => moves.inputValue()).toBe("2");
  await page.getByRole("button", { name: "Back" }).click();
  await expect.poll(() => moves.inputValue()).toBe("1");
  await moves.fill("12");
  await expect.poll(() => moves.inputValue()).toBe("12");
  await page.getByRole("button", { name: "Reset" }).click();
  await expect.poll(() => moves.inputValue()).toBe("0");
  await page.context().close();
});

test("a large board says that stones appear at once", async () => {
  const { page } = await open(browser, "/nogo");
  await page.getByLabel("Size").selectOption("19");
  await page.getByText("stones appear at once").waitFor();
  await page.context().close();
});
