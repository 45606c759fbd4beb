import { expect, test } from "vitest";
import { judgeExample, paste, press, ready } from "./actions";
import { violations } from "./axe";
import { cell, TOUCH, useBrowser } from "./browser";

const browser = useBrowser();

const SCREENS = ["/", "/#freestyle/15x15/h8i9", "/nogo", "/solve", "/judge"];
const THEMES = ["wood", "pixel", "contrast"];
const MODES = ["light", "dark"] as const;

test.each(SCREENS)("axe finds no violations on %s in any theme, light or dark", async (path) => {
  const page = await browser.open(path, { stored: { theme: "wood", mode: "auto" } });
  await ready(page);
  for (const theme of THEMES) {
    await page.locator(`html[data-theme=${theme}]`).waitFor();
    for (const mode of MODES) {
      await page.emulateMedia({ colorScheme: mode });
      await page.locator(`html[data-mode=${mode}]`).waitFor();
      expect(await violations(page), `${theme} ${mode}`).toEqual([]);
    }
    await page.keyboard.press("t");
  }
});

test.each(SCREENS)("axe finds no violations on %s on a phone", async (path) => {
  const page = await browser.open(path, { context: TOUCH });
  await ready(page);
  expect(await violations(page)).toEqual([]);
});

test.each(MODES)("axe finds no violations on verdicts and at the end of a film, %s", async (mode) => {
  const page = await browser.open("/judge", { stored: { mode } });
  await judgeExample(page);
  expect(await violations(page)).toEqual([]);
  await page.getByRole("link", { name: "Watch" }).click();
  await page.getByRole("slider", { name: "Move" }).waitFor();
  await page.keyboard.press("End");
  await page.getByText("has no move left").first().waitFor();
  expect(await violations(page)).toEqual([]);
});

test.each(["Keys", "Settings", "New game", "Games", "Import", "Export", "Share"])(
  "axe finds no violations on the sheet %s",
  async (name) => {
    const page = await browser.open("/");
    await page.locator(cell(7, 7)).waitFor();
    await page.getByRole("button", { name, exact: true }).click();
    await page.getByRole("dialog").waitFor();
    expect(await violations(page), name).toEqual([]);
  },
);

test("axe finds no violations on a finished game and in the setup editor", async () => {
  const page = await browser.open("/#freestyle/15x15/h8j7i8i9j8h9k8k9l8");
  await page.locator(".result-card").waitFor();
  expect(await violations(page)).toEqual([]);
  await press(page, "Set up");
  await page.getByRole("button", { name: "Done" }).waitFor();
  expect(await violations(page)).toEqual([]);
});

test("axe finds no violations on the start card, the rules and a review, in any theme", async () => {
  const page = await browser.open("/", { stored: { theme: "wood", mode: "auto" } });
  await page.locator(".start-card").waitFor();
  const check = async (what: string): Promise<void> => {
    for (const theme of THEMES) {
      await page.locator(`html[data-theme=${theme}]`).waitFor();
      for (const mode of MODES) {
        await page.emulateMedia({ colorScheme: mode });
        await page.locator(`html[data-mode=${mode}]`).waitFor();
        expect(await violations(page), `${what} ${theme} ${mode}`).toEqual([]);
      }
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
      await page.keyboard.press("t");
    }
  };
  await check("start card");
  await press(page, "Rules in a minute");
  await page.getByRole("dialog").getByRole("radio", { name: "Renju" }).check();
  await page.locator(".foul-board .grid").waitFor();
  expect(await violations(page), "rules").toEqual([]);
  await page.keyboard.press("Escape");
  await page.locator("dialog").waitFor({ state: "detached" });
  await paste(page, "h8j7i8i9j8h9k8k9l8");
  await page.locator(".result-card").waitFor();
  await press(page, "Review game");
  await page.locator(".mistake").last().click();
  await page.locator(".review-note").waitFor();
  await check("review");
});

test.each(MODES)("axe finds no violations on lines, heat and a proof, %s", async (mode) => {
  const page = await browser.open("/#nogo/5x5/c3", { stored: { mode } });
  await press(page, "Analyse");
  await page.locator(".lines li").first().waitFor();
  expect(await violations(page), "lines").toEqual([]);
  await page.goto(new URL("/solve", page.url()).href);
  await press(page, "Solve");
  await page.locator(".steps li").first().waitFor();
  await press(page, "Next");
  await page.locator(".steps [aria-current]").waitFor();
  expect(await violations(page), "proof").toEqual([]);
});
