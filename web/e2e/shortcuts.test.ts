import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { press } from "./actions";
import { cell, FRIENDS, lastAt, useBrowser } from "./browser";

const browser = useBrowser();

const theme = (page: Page): Promise<string | null> => page.locator("html").getAttribute("data-theme");
const switchIn = (page: Page) => page.getByRole("switch", { name: "Single-key shortcuts" });

/** Presses a key of no American keyboard, which Playwright has no name for. */
async function pressForeign(page: Page, key: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Input.dispatchKeyEvent", { type: "keyDown", key, text: key });
  await session.send("Input.dispatchKeyEvent", { type: "keyUp", key });
  await session.detach();
}

test("single-key shortcuts can be switched off, also for the next visit", async () => {
  const page = await browser.open("/#freestyle/15x15", { stored: FRIENDS });
  await page.locator(cell(7, 7)).waitFor();
  await page.keyboard.press("t");
  await expect.poll(() => theme(page)).toBe("pixel");
  await press(page, "Settings");
  await switchIn(page).uncheck();
  await page.keyboard.press("Escape");
  await page.locator("dialog").waitFor({ state: "detached" });
  for (const visit of ["the same visit", "the next visit"]) {
    for (const key of ["t", "a", "f", "e", "m", "h", "n", "?"]) await page.keyboard.press(key);
    // A later key shows that the earlier ones were handled.
    await page.locator(cell(7, 7)).focus();
    await page.keyboard.press("ArrowUp");
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("point_7_6");
    await expect.poll(() => theme(page), { message: visit }).toBe("pixel");
    await expect.poll(() => page.locator("dialog").count(), { message: visit }).toBe(0);
    await expect.poll(() => page.evaluate(() => localStorage.getItem("tengen.evaluation"))).not.toBe("false");
    await expect.poll(() => page.locator(".status[data-thinking]").count(), { message: visit }).toBe(0);
    await expect
      .poll(() => page.getByRole("button", { name: "Analyse" }).getAttribute("aria-pressed"), {
        message: visit,
      })
      .toBe("false");
    await page.reload();
    await page.locator(cell(7, 7)).waitFor();
  }
});

test("with single keys off, the keys of the board and those with Ctrl work", async () => {
  const page = await browser.open("/#freestyle/15x15", { stored: { ...FRIENDS, shortcuts: false } });
  await page.locator(cell(7, 7)).focus();
  await page.keyboard.press("Enter");
  await page.locator(lastAt(7, 7)).waitFor();
  await page.keyboard.type("h9");
  await page.keyboard.press("Enter");
  await page.locator(lastAt(7, 6)).waitFor();
  await page.keyboard.press("t");
  // A letter at the board waits for a digit.
  await page.waitForTimeout(1000);
  await expect.poll(() => theme(page)).toBe("wood");
  await page.keyboard.press("Control+Z");
  await page.locator(lastAt(7, 7)).waitFor();
});

test("the keys sheet explains the switch, and has it", async () => {
  const page = await browser.open("/nogo");
  await page.locator(".stage canvas").first().waitFor();
  await page.keyboard.press("?");
  const sheet = page.getByRole("dialog", { name: "Keys" });
  await sheet.getByText("Letters alone and ? can be switched off and changed.").waitFor();
  await expect.poll(() => sheet.locator("[data-off]").count()).toBe(0);
  await switchIn(page).uncheck();
  await expect.poll(() => sheet.locator("[data-off]").count()).toBe(12);
  await page.keyboard.press("Escape");
  await page.locator("dialog").waitFor({ state: "detached" });
  await page.keyboard.press("t");
  await page.keyboard.press("End");
  await page.getByText("has no move left").first().waitFor();
  await expect.poll(() => theme(page)).toBe("wood");
});

test("a shortcut can have another key, which no other shortcut has", async () => {
  const page = await browser.open("/#freestyle/15x15", { stored: FRIENDS });
  await page.locator(cell(7, 7)).waitFor();
  await press(page, "Keys");
  const sheet = page.getByRole("dialog", { name: "Keys" });
  await sheet.getByRole("button", { name: "Key for: Theme" }).press("Enter");
  await page.keyboard.press("f");
  await sheet.getByText("f is already used: Rotate board").waitFor();
  await sheet.getByRole("button", { name: "Key for: Theme" }).press("Enter");
  await pressForeign(page, "ö");
  await expect.poll(() => sheet.getByRole("button", { name: "Key for: Theme" }).textContent()).toBe("ö");
  await page.keyboard.press("Escape");
  await page.locator("dialog").waitFor({ state: "detached" });
  await page.keyboard.press("t");
  await pressForeign(page, "ö");
  await expect.poll(() => theme(page)).toBe("pixel");
  await page.reload();
  await page.locator(cell(7, 7)).waitFor();
  await pressForeign(page, "ö");
  await expect.poll(() => theme(page)).toBe("contrast");
  await press(page, "Keys");
  await press(page, "Default keys");
  await expect.poll(() => sheet.getByRole("button", { name: "Key for: Theme" }).textContent()).toBe("t");
});
