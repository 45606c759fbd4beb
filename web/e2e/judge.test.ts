import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { drop, judgeExample, moves, press } from "./actions";
import { DESKTOP, lastAt, TOUCH, useBrowser } from "./browser";

const browser = useBrowser();

const WRONG = "(;GM[4]SZ[15]RE[W+];B[hh];W[hg];B[ih];W[ig];B[jh];W[jg];B[kh];W[kg];B[lh])";
const verdict = (page: Page) => page.locator(".verdict");
const rows = (page: Page): Promise<string[]> => page.locator("tbody tr").allTextContents();

async function judge(page: Page, text: string): Promise<void> {
  await page.getByLabel("Record").fill(text);
  await page.getByRole("button", { name: "Judge", exact: true }).click();
}

test("a wrong result is explained, and the game can be stepped through", async () => {
  const page = await browser.open("/judge");
  await judge(page, WRONG);
  await verdict(page).waitFor();
  await expect
    .poll(() => verdict(page).textContent())
    .toMatch(/Wrong result.*Black made five with move 9.*White won/);
  await page.locator(lastAt(11, 7)).waitFor();
  await page.getByRole("button", { name: "Previous" }).click();
  await page.locator(lastAt(10, 6)).waitFor();
  await page.getByRole("button", { name: "First" }).click();
  await expect.poll(() => page.locator(lastAt(10, 6)).count()).toBe(0);
  // In the toolbar, End goes to its last button.
  await verdict(page).click();
  await page.keyboard.press("End");
  await page.locator(lastAt(11, 7)).waitFor();
});

test("the example: disagreements first, the table sorts and filters, a foul is named", async () => {
  const page = await browser.open("/judge");
  await judgeExample(page);
  const all = await rows(page);
  expect(all.map((row) => /Wrong result|Illegal|Unreadable|No result|Agrees/.exec(row)?.[0])).toEqual([
    "Wrong result",
    "Wrong result",
    "Illegal",
    "Agrees",
  ]);
  await page.locator("tbody tr", { hasText: "double three" }).click();
  await expect
    .poll(() => verdict(page).textContent())
    .toContain("double three with move 9, which is forbidden");
  await page.getByRole("button", { name: "Moves", exact: true }).click();
  expect((await rows(page))[0]).toContain("point taken");
  await page.getByRole("group", { name: "Show" }).getByRole("radio", { name: "✓ Agrees: 1" }).check();
  await expect.poll(() => rows(page)).toHaveLength(1);
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Save CSV" }).click(),
  ]);
  expect(readFileSync(await file.path(), "utf8")).toMatch(
    /^number,source,rule.*\r\n1,,renju,29,agrees,five,black/,
  );
});

test("reachability is checked, the witness stepped through, and opened on another screen", async () => {
  const page = await browser.open("/judge", { context: TOUCH });
  await judge(page, "h8i9j10k11");
  await page.getByRole("button", { name: "Is this position reachable?" }).click();
  await page.getByText("Reachable: here is a game that leads to it.").waitFor();
  await page.getByRole("button", { name: "Step through that game" }).click();
  await page.getByText("the game on the board leads to it").waitFor();
  await page.getByRole("button", { name: "Last" }).click();
  await page.getByRole("button", { name: "Open in Solve" }).click();
  await expect.poll(() => page.url()).toMatch(/\/solve#freestyle\/15x15\/\S{10,}/);
});

test("text boards are checked: this one is unreachable", async () => {
  const page = await browser.open("/judge");
  const rows = Array.from({ length: 15 }, () => ".".repeat(15));
  rows[3] = "...ooooo.......";
  await judge(page, rows.join("\n"));
  await verdict(page).waitFor();
  await expect.poll(() => verdict(page).textContent()).toContain("Illegal");
});

test("files are dropped, also compressed and with several records", async () => {
  const page = await browser.open("/judge");
  await drop(page, "games.txt.gz", gzipSync("h8j7i8i9j8h9k8k9l8\nh8h8\n"));
  await verdict(page).waitFor();
  await expect.poll(() => rows(page)).toHaveLength(2);
  await drop(page, "wrong.sgf", Buffer.from(WRONG));
  // A single game has the stage for itself.
  await expect.poll(() => rows(page)).toHaveLength(0);
  await page.locator(".stage .board").waitFor();
  await page.getByRole("button", { name: "New" }).click();
  await page.getByText("Drop records here").waitFor();
});

test("an archive of 3,001 games is counted, shown and saved completely", async () => {
  const page = await browser.open("/judge");
  const games = Array.from({ length: 3001 }, (_, index) =>
    [
      "freestyle",
      index % 1000 === 999 ? "h8h8" : "h8j7i8i9j8h9k8k9l8",
      index === 3000 ? "white" : "black",
    ].join(","),
  );
  await drop(page, "games.csv", Buffer.from(`rule,moves,result\n${games.join("\n")}\n`));
  await verdict(page).waitFor();
  await expect
    .poll(() => page.getByRole("group", { name: "Show" }).locator("label").allTextContents())
    .toEqual([
      "All: 3001",
      "≠ Wrong result: 1",
      "! Illegal: 3",
      "? Unreadable: 0",
      "– No result to compare: 0",
      "✓ Agrees: 2997",
    ]);
  // The wrong one is the last in the file and first in the table.
  expect((await rows(page))[0]).toMatch(/^3001/);
  const [file] = await Promise.all([page.waitForEvent("download"), press(page, "Save CSV")]);
  const lines = readFileSync(await file.path(), "utf8")
    .trimEnd()
    .split("\r\n");
  expect(lines).toHaveLength(3002);
  expect(new Set(lines.slice(1).map((line) => Number(line.split(",")[0]))).size).toBe(3001);
  const [data] = await Promise.all([page.waitForEvent("download"), press(page, "Save JSON")]);
  expect(JSON.parse(readFileSync(await data.path(), "utf8"))).toHaveLength(3001);
});

test("a record opens in Play and in Solve with its variations and comments", async () => {
  const page = await browser.open("/judge");
  const second = "(;GM[4]SZ[15]PB[Ada]PW[Bo];B[hh](;W[ii]C[main];B[jj])(;W[ih]C[side]))";
  await drop(page, "two.sgf", Buffer.from(WRONG + second));
  await page.locator("tbody tr", { hasText: "not decided" }).click();
  await page.getByRole("button", { name: "Previous" }).click();
  await press(page, "Open in Play");
  await page.locator(lastAt(8, 8)).waitFor();
  await expect.poll(() => moves(page)).toEqual(["1h8", "2i7", "2i8", "3j6"]);
  await expect.poll(() => page.locator(".move-comment").allTextContents()).toEqual(["main", "side"]);
  await page.getByText("Ada – Bo").waitFor();
  const other = await browser.open("/judge");
  await drop(other, "two.sgf", Buffer.from(WRONG + second));
  await other.locator("tbody tr", { hasText: "not decided" }).click();
  await other.getByRole("button", { name: "Previous" }).click();
  await press(other, "Open in Solve");
  await expect.poll(() => other.url()).toContain("/solve#freestyle/15x15/h8i7");
  await other.locator(lastAt(8, 8)).waitFor();
  await other.keyboard.press("Alt+ArrowDown");
  await expect.poll(() => other.url()).toMatch(/h8i8$/);
});

test("a record can be pasted anywhere", async () => {
  const page = await browser.open("/judge", {
    context: { ...DESKTOP, permissions: ["clipboard-read", "clipboard-write"] },
  });
  await page.getByText("Drop records here").waitFor();
  await page.evaluate((text) => navigator.clipboard.writeText(text), WRONG);
  await page.keyboard.press("Control+v");
  await verdict(page).waitFor();
});

test("a parse error is shown with its place", async () => {
  const page = await browser.open("/judge");
  await judge(page, "black,white,rule,moves,result\nA,B,renju,h8q,black\n");
  await page.locator(".verdict .place").waitFor();
  await expect
    .poll(() => page.locator(".verdict .place").textContent())
    .toBe("Line 2, column 13A,B,renju,h8q,black");
  await page.reload();
  await judge(page, "nothing of the kind");
  await page.getByRole("alert").filter({ hasText: "Format not recognized" }).waitFor();
  await expect.poll(() => page.locator(".fault .place").textContent()).toContain("nothing of the kind");
});
