import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { begin, place, press } from "./actions";
import { violations } from "./axe";
import { BY_SERVER, cell, FRIENDS, stones, useBrowser } from "./browser";

const browser = useBrowser();

const note = (page: Page): Promise<string | null> => page.locator(".fault").textContent();
const hash = (page: Page): string => decodeURIComponent(new URL(page.url()).hash);

test.each([
  ["/#renju/15x15/zz99", "Character 13: “zz99” is not a point of this board; write a1 to o15."],
  ["/#chess/8x8", "Character 1: “chess” is not a rule"],
  ["/#renju/99x99/h8", "Character 7: “99x99” is not a board size"],
  ["/#renju/15x15/h8h8", "move 2 on h8"],
  ["/solve#renju/15x15/h8z99", "Character 15: “z99” is not a point of this board"],
  ["/solve#renju/15x15/h8h8", "move 2 on h8"],
  ["/nogo#9/scan/nobody/1", "“9/scan/nobody/1” is not a film"],
])("%s reports the error and stays in the address", async (path, why) => {
  const page = await browser.open(path);
  await page.locator(".stage [role=grid], .stage canvas").first().waitFor();
  await expect.poll(() => note(page)).toContain("The link in the address cannot be read.");
  await expect.poll(() => note(page)).toContain(why);
  await page.waitForLoadState("networkidle");
  expect(hash(page)).toBe(new URL(path, page.url()).hash);
  expect(await violations(page)).toEqual([]);
});

test("a bad link that is corrected in the address is opened", async () => {
  const page = await browser.open("/#renju/15x15/h8zz99");
  await page.locator(".fault").waitFor();
  await page.evaluate(() => (location.hash = "#renju/15x15/h8i9"));
  await expect.poll(() => stones(page)).toBe(2);
  await expect.poll(() => page.locator(".fault").count()).toBe(0);
  // And the reverse: the shown position stays, and so does the bad link.
  await page.evaluate(() => (location.hash = "#renju/15x15/h8h8"));
  await expect.poll(() => note(page)).toContain("move 2 on h8");
  await expect.poll(() => stones(page)).toBe(2);
  expect(hash(page)).toBe("#renju/15x15/h8h8");
});

test("a bad link that is corrected before the board is shown is opened, and its error is gone", async () => {
  const page = await browser.open("/judge", { stored: { ...FRIENDS, ...BY_SERVER } });
  // The first answers come late, so that the link is corrected while the fallback is on its way.
  await page.route("**/api/view", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
  await page.evaluate(() => history.replaceState(null, "", "/#renju/15x15/h8zz99"));
  await page.reload();
  await page.locator(".fault").waitFor();
  await page.evaluate(() => (location.hash = "#renju/15x15/h8i9"));
  await expect.poll(() => stones(page)).toBe(2);
  await expect.poll(() => page.locator(".fault").count()).toBe(0);
  expect(hash(page)).toBe("#renju/15x15/h8i9");
});

test("playing on or starting a game replaces the bad link", async () => {
  const page = await browser.open("/#renju/15x15/zz99", { stored: FRIENDS });
  await page.locator(".fault").waitFor();
  await place(page, 7, 7);
  await expect.poll(() => hash(page)).toBe("#freestyle/15x15/h8");
  await expect.poll(() => page.locator(".fault").count()).toBe(0);
  await page.evaluate(() => (location.hash = "#nothing"));
  await page.locator(".fault").waitFor();
  await begin(page, { Size: "9" });
  await expect.poll(() => hash(page)).toBe("#freestyle/9x9");
  await expect.poll(() => page.locator(".fault").count()).toBe(0);
});

test("a film link that is corrected in the address runs", async () => {
  const page = await browser.open("/nogo#1/scan/scan/1");
  await page.locator(".fault").waitFor();
  await page.evaluate(() => (location.hash = "#4/scan/scan/1"));
  await page.locator('canvas[aria-label^="Board of 4×4"]').waitFor();
  await expect.poll(() => page.locator(".fault").count()).toBe(0);
});

test("an unknown path is 404 with a message; a trailing slash is accepted", async () => {
  const page = await browser.open("/");
  const at = (path: string): string => new URL(path, page.url()).href;
  const answer = await page.request.get(at("/nosuch"));
  expect(answer.status()).toBe(404);
  expect(await answer.text()).toContain("There is no page at this address");
  await page.goto(at("/solve/"));
  await page.getByRole("link", { name: "Solve", exact: true, includeHidden: false }).waitFor();
  await expect
    .poll(() => page.getByRole("link", { name: "Solve" }).getAttribute("aria-current"))
    .toBe("page");
});

/** Removes the Clipboard API, as in an insecure context. */
const withoutClipboard = (copies: boolean) => async (page: Page) => {
  await page.addInitScript((works) => {
    Object.defineProperty(navigator, "clipboard", { value: undefined });
    const log: string[] = [];
    (window as unknown as { copied: string[] }).copied = log;
    document.execCommand = (command) => {
      const field = document.activeElement;
      if (works && command === "copy" && field instanceof HTMLTextAreaElement)
        log.push(field.value.slice(field.selectionStart, field.selectionEnd));
      return works;
    };
  }, copies);
  await page.reload();
  await page.locator(cell(7, 7)).waitFor();
};

test("copying the link is reported as a success", async () => {
  const page = await browser.open("/#renju/15x15/h8i9", {
    context: { permissions: ["clipboard-write", "clipboard-read"] },
  });
  await page.locator(cell(7, 7)).waitFor();
  await press(page, "Copy link");
  const toast = page.locator(".toast");
  await expect.poll(() => toast.textContent()).toBe("Link copied");
  // Beside the button.
  const [told, button] = [
    await toast.boundingBox(),
    await page.getByRole("button", { name: "Copy link" }).boundingBox(),
  ];
  expect(Math.abs(told!.y + told!.height - button!.y)).toBeLessThan(120);
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
  await expect
    .poll(() => page.locator('[aria-live="polite"]').first().textContent())
    .toContain("Link copied");
  expect(await violations(page)).toEqual([]);
  // A notice about a point is not a success.
  await page.locator(cell(7, 7)).focus();
  await page.keyboard.type("o99");
  await page.keyboard.press("Enter");
  await expect.poll(() => page.locator(".notice").textContent()).toBe("o99 is not a point of this board");
});

test("the link is copied without the Clipboard API", async () => {
  const page = await browser.open("/#renju/15x15/h8i9");
  await withoutClipboard(true)(page);
  await press(page, "Copy link");
  await expect.poll(() => page.locator(".toast").textContent()).toBe("Link copied");
  expect(await page.evaluate(() => (window as unknown as { copied: string[] }).copied)).toEqual([page.url()]);
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Copy link");
});

test("where copying fails, the link is shown to copy manually", async () => {
  const page = await browser.open("/#renju/15x15/h8i9");
  await withoutClipboard(false)(page);
  await press(page, "Copy link");
  const sheet = page.getByRole("dialog", { name: "Copy link" });
  await sheet.getByText("The browser did not let the page copy.").waitFor();
  const field = sheet.getByRole("textbox", { name: "Link" });
  await expect.poll(() => field.inputValue()).toBe(page.url());
  const selected = await field.evaluate((it: HTMLInputElement) => it.selectionEnd! - it.selectionStart!);
  expect(selected).toBe(page.url().length);
  expect(await violations(page)).toEqual([]);
});
