import { expect, test } from "vitest";
import { DESKTOP, useBrowser } from "./browser";

const browser = useBrowser();

test("the animation runs to its end and says who won", async () => {
  const page = await browser.open("/nogo");
  await page.getByLabel("Size").selectOption("3");
  await page.getByLabel("Speed").fill("2");
  await page.getByRole("button", { name: "Auto" }).click();
  await expect
    .poll(() => page.locator(".cinema-turn").textContent(), { timeout: 60_000, interval: 500 })
    .toMatch(/WINS/);
  expect(await page.locator('[aria-live="assertive"]').textContent()).toMatch(/has no move left/);
});

test("step, back, scrubber and reset", async () => {
  const page = await browser.open("/nogo", { by: { ...DESKTOP, reducedMotion: "reduce" } });
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
});

test("a large board says that stones appear at once", async () => {
  const page = await browser.open("/nogo");
  await page.getByLabel("Size").selectOption("19");
  await page.getByText("stones appear at once").waitFor();
});
