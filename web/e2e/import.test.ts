import { readFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { drop, moves, paste, place, press, saved } from "./actions";
import { cell, DESKTOP, FRIENDS, lastAt, stones, TOUCH, useBrowser } from "./browser";

const browser = useBrowser();
const BOARD = "/#freestyle/15x15";

const RECORD = `(;FF[4]GM[4]CA[UTF-8]AP[x]SZ[19]RU[renju]EV[Cup]DT[2020-01-02]PB[Ada]PW[Bo]RE[B+R]C[the start]
;B[jj]C[the middle];W[kk](;B[ll];W[mm])(;B[ij]C[instead](;W[aa])(;W[bb]C[or this])))`;

const comments = (page: Page): Promise<string[]> => page.locator(".move-comment").allTextContents();

async function exported(page: Page): Promise<string> {
  await saved(page);
  await press(page, "Export");
  const [file] = await Promise.all([page.waitForEvent("download"), press(page, "SGF, with variations")]);
  await page.keyboard.press("Escape");
  await page.locator("dialog").waitFor({ state: "detached" });
  return readFile(await file.path(), "utf8");
}

test("a pasted record is imported with everything, and its export round-trips", async () => {
  const page = await browser.open(BOARD, {
    stored: FRIENDS,
    context: { ...DESKTOP, permissions: ["clipboard-read", "clipboard-write"] },
  });
  await place(page, 7, 7);
  await page.evaluate((text) => navigator.clipboard.writeText(text), RECORD);
  await page.keyboard.press("Control+v");
  await page.locator(lastAt(12, 12)).waitFor();
  expect((await moves(page)).sort()).toEqual(["1j10", "2k9", "3i10", "3l8", "4a19", "4b18", "4m7"]);
  await expect.poll(() => comments(page)).toEqual(["the middle", "instead", "or this"]);
  await page.getByText("Ada – Bo").first().waitFor();
  await page.getByText("Cup · 2020-01-02 · Black won by resignation").waitFor();
  expect(page.url()).toContain("#renju/19x19/");
  await page.keyboard.press("Home");
  await expect
    .poll(() => page.getByRole("textbox", { name: "Comment on this move" }).inputValue())
    .toBe("the start");
  const first = await exported(page);
  for (const part of ["PB[Ada]", "PW[Bo]", "RE[B+R]", "EV[Cup]", "DT[2020-01-02]", "RU[renju]", "SZ[19]"])
    expect(first).toContain(part);
  // On another page, and after a reload.
  const other = await browser.open(BOARD, { stored: FRIENDS });
  await drop(other, "game.sgf", Buffer.from(first));
  await other.locator(lastAt(12, 12)).waitFor();
  expect(await exported(other)).toBe(first);
  await other.reload();
  await other.locator(lastAt(12, 12)).waitFor();
  expect(await exported(other)).toBe(first);
  // The previous game is not lost.
  await press(page, "Games");
  await page.locator(".games li").filter({ hasText: "Freestyle · 15×15" }).first().waitFor();
  await page.locator(".games li").filter({ hasText: "Ada – Bo" }).first().waitFor();
});

test("a position that was only viewed is saved too", async () => {
  const page = await browser.open("/#exact/17x17/b:h8;w:i9");
  await page.locator(`${cell(7, 9)}[aria-label*="Black"]`).waitFor();
  await paste(page, "renju/15x15/h8i9");
  await expect.poll(() => page.url()).toContain("#renju/15x15/h8i9");
  await press(page, "Games");
  await page.locator(".games li").filter({ hasText: "Standard (exactly five) · 17×17" }).first().waitFor();
});

test("moves, links and boards can be pasted, and fields keep their own paste", async () => {
  const page = await browser.open(BOARD, { stored: FRIENDS });
  await page.locator(cell(7, 7)).waitFor();
  await paste(page, "h8i9g9");
  await expect.poll(() => page.url()).toContain("#freestyle/15x15/h8i9g9");
  await paste(page, `${new URL(page.url()).origin}/#nogo/9x9/e5d4`);
  await expect.poll(() => page.url()).toContain("#nogo/9x9/e5d4");
  await paste(page, "5\nX....\n.O...\n.....\n.....\n.....\n");
  await expect.poll(() => page.url()).toContain("#nogo/5x5/b:a5;w:b4");
  await page.getByRole("textbox", { name: "Comment on this move" }).focus();
  await paste(page, "h8i9");
  expect(page.url()).toContain("#nogo/5x5/b:a5;w:b4");
});

test("a parse error names its place and leaves the game unchanged", async () => {
  const page = await browser.open(BOARD, { stored: FRIENDS });
  await place(page, 7, 7);
  await paste(page, "black,white,moves\nAda,Bo,h8zzz\n");
  const sheet = page.getByRole("dialog");
  await sheet.getByText("Line 2, column 10").waitFor();
  // The text can be corrected in place.
  await expect.poll(() => sheet.getByRole("textbox").inputValue()).toContain("zzz");
  await page.keyboard.press("Escape");
  await sheet.waitFor({ state: "detached" });
  await expect.poll(() => stones(page)).toBe(1);
  expect(page.url()).toContain("#freestyle/15x15/h8");
});

test("one of several games is chosen, by touch, from a file", async () => {
  const page = await browser.open(BOARD, { context: TOUCH, stored: FRIENDS });
  await page.locator(cell(7, 7)).waitFor();
  await page.getByRole("button", { name: "Slide the panel up or down" }).click();
  await press(page, "Import");
  const text =
    "black,white,rule,moves,result\nAda,Bo,renju,h8i9,black\nCy,Di,exact,h8q,draw\nEd,Flo,exact,a1b2c3,draw\n";
  await page.getByLabel("Choose a file").setInputFiles({
    name: "games.csv.gz",
    mimeType: "application/octet-stream",
    buffer: gzipSync(text),
  });
  const list = page.getByRole("dialog").getByRole("listitem");
  await expect.poll(() => list.count()).toBe(3);
  await expect.poll(() => list.nth(1).getByRole("button").isDisabled()).toBe(true);
  await list.nth(2).getByRole("button").click();
  await expect.poll(() => page.url()).toContain("#exact/15x15/a1b2c3");
  await page.getByRole("dialog").waitFor({ state: "detached" });
});

test("losses of an import are reported", async () => {
  const page = await browser.open(BOARD, { stored: FRIENDS });
  await page.locator(cell(7, 7)).waitFor();
  await press(page, "New game");
  const sheet = page.getByRole("dialog");
  await sheet.getByRole("button", { name: "Import" }).click();
  await sheet.getByRole("textbox").fill("(;GM[4]SZ[15];B[hh]CR[aa];W[ii];B[hh];W[jj])");
  await press(page, "Open");
  await sheet.getByText("Moves that are not legal, with what follows: 2, the first at move 3, h8.").waitFor();
  await sheet.getByText("Signs on the board: 1").waitFor();
  await sheet.getByRole("button", { name: "Close" }).last().click();
  await expect.poll(() => moves(page)).toEqual(["1h8", "2i7"]);
});
