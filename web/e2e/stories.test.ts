import { expect, test } from "vitest";
import { drop, paste, place, press, ready } from "./actions";
import { violations } from "./axe";
import { cell, DESKTOP, FRIENDS, lastAt, stones, TOUCH, useBrowser } from "./browser";

// Visits as people would make them, from door to door. Of a beginner: start.test.ts and play.test.ts; of a renju player
// who analyses: review.test.ts and tree.test.ts; of a puzzle solver: puzzles.test.ts. The others are here.

const browser = useBrowser();

test("a friend of NoGo watches a film to its end, another one, and plays", async () => {
  const page = await browser.open("/nogo#5/scan/scan/1", { stored: { speed: 8 } });
  await page.getByText("NoGo is Go turned around").waitFor();
  await press(page, "Auto");
  await page.getByText("has no move left").first().waitFor();
  // Two scans play one game only.
  await press(page, "Another film");
  await expect.poll(() => new URL(page.url()).hash).toBe("#5/scan/random/2");
  await press(page, "Play NoGo yourself");
  await page.locator(cell(4, 4)).waitFor();
  expect(new URL(page.url()).hash).toMatch(/^#nogo\/9x9/);
  await page.locator(".start-card").waitFor();
  await page.locator(cell(4, 4)).click();
  await expect.poll(() => stones(page)).toBe(2);
});

test("an arbiter finds the wrong games of an archive, with players and place, and opens one", async () => {
  const page = await browser.open("/judge");
  const header = "black,white,rule,moves,result\n";
  const rows = [
    "Ada,Bo,freestyle,h8j7i8i9j8h9k8k9l8,黑勝",
    "Cleo,Dan,freestyle,h8j7i8i9j8h9k8k9l8,白胜",
    "Eve,Finn,freestyle,h8h8,black",
    "Gil,Hana,freestyle,h8q,black",
  ];
  await drop(page, "open.csv", Buffer.from(`${header}${rows.join("\n")}\n`));
  const table = page.locator(".stage .archive");
  await table.waitFor();
  const show = table.getByRole("group", { name: "Show" });
  await expect
    .poll(() => show.locator("label").allTextContents())
    .toEqual([
      "All: 4",
      "≠ Wrong result: 1",
      "! Illegal: 1",
      "? Unreadable: 1",
      "– No result to compare: 0",
      "✓ Agrees: 1",
    ]);
  const first = await table.locator("tbody tr").first().locator("td").allTextContents();
  expect(first.slice(1)).toEqual([
    "≠ Wrong result",
    "Cleo – Dan",
    "White won",
    "Black won: five",
    "9",
    "9",
    "open.csv:3",
  ]);
  // The board of the chosen game is beside the table.
  await page.locator(".panel .board").locator(lastAt(11, 7)).waitFor();
  await show.getByRole("radio", { name: "! Illegal: 1" }).check();
  await expect.poll(() => table.locator("tbody tr").count()).toBe(1);
  await show.getByRole("radio", { name: "All: 4" }).check();
  await table.getByRole("button", { name: "Players" }).click();
  // The one that cannot be read has no players.
  await expect.poll(() => table.locator("tbody tr").nth(1).textContent()).toContain("Ada – Bo");
  expect(await violations(page)).toEqual([]);
  await press(page, "Open in Play");
  await page.locator(".about", { hasText: "Cleo – Dan" }).waitFor();
});

const READERS = [
  ["zh-CN", "zh-Hans", "无法识别的格式", "黑方连五获胜"],
  ["zh-TW", "zh-Hant", "無法識別的格式", "黑方連五獲勝"],
  ["ja-JP", "ja", "形式を判別できません", "黒の勝ち（五連）"],
  ["ko-KR", "ko", "형식을 알 수 없습니다", "흑 승리(오목)"],
  ["ru-RU", "ru", "Формат не распознан", "Чёрные выиграли: пять в ряд"],
] as const;

test.each(READERS)(
  "a reader of %s reads the page and the errors of the server in it",
  async (locale, lang, fault, won) => {
    const page = await browser.open("/#freestyle/15x15/h8j7i8i9j8h9k8k9l8", {
      context: { ...TOUCH, locale },
    });
    await ready(page);
    await expect.poll(() => page.locator("html").getAttribute("lang")).toBe(lang);
    await expect.poll(() => page.locator(".status-text").textContent()).toBe(won);
    expect(await violations(page)).toEqual([]);
    await paste(page, "nothing of the kind");
    await expect.poll(() => page.locator(".fault").textContent()).toContain(fault);
    expect(await page.locator(".fault").textContent()).not.toContain("ormat not");
  },
);

test("a person without a mouse hears whose turn it is, walks through the toolbar and reads the board as text", async () => {
  const page = await browser.open("/#renju/15x15", { context: DESKTOP, stored: FRIENDS });
  await page.locator(cell(7, 7)).waitFor();
  const polite = page.locator('[aria-live="polite"]');
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("point_7_7");
  await page.keyboard.press("Enter");
  await page.locator(lastAt(7, 7)).waitFor();
  await expect.poll(() => polite.textContent()).toBe("Black h8. White to move");
  await page.keyboard.type("i9");
  await page.keyboard.press("Enter");
  await page.locator(lastAt(8, 6)).waitFor();
  // The button after the board.
  await page.keyboard.press("Tab");
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Board as text");
  await page.keyboard.press("Enter");
  const text = page.getByRole("dialog").locator("pre");
  await expect.poll(() => text.textContent()).toMatch(/\n {3}9( \.){8} O( \.){6}\n {3}8( \.){7} X( \.){7}\n/);
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.locator("dialog").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "move 1, Black h8" }).waitFor();
  await page.getByRole("button", { name: "Renju 15×15 A friend, same board: change the game" }).waitFor();
  await page.getByRole("complementary", { name: "Moves and analysis" }).waitFor();
  // One tab stop, and arrows between the buttons.
  const bar = page.getByRole("toolbar", { name: "Play" });
  await expect.poll(() => bar.locator('button[tabindex="0"]').count()).toBe(1);
  await bar.getByRole("button", { name: "Undo" }).focus();
  await page.keyboard.press("End");
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("New");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await page.locator(lastAt(7, 7)).waitFor();
  await expect.poll(() => bar.locator('button[tabindex="0"]').count()).toBe(1);
});

test("the board without edges is zoomed by buttons, and leads back to its stones", async () => {
  const page = await browser.open("/#freestyle/infinite/(0,0)", { stored: FRIENDS });
  await page.locator(cell(0, 0)).waitFor();
  const cells = (): Promise<number> => page.locator("[role=gridcell]").count();
  const before = await cells();
  await press(page, "Zoom out");
  await expect.poll(cells).toBeGreaterThan(before);
  await press(page, "Zoom in");
  await press(page, "Zoom in");
  await expect.poll(cells).toBeLessThan(before);
  // No button places a stone.
  expect(await stones(page)).toBe(1);
  await page.mouse.move(400, 400);
  await page.mouse.down();
  await page.mouse.move(900, 700, { steps: 4 });
  await page.mouse.up();
  await page.mouse.move(300, 300);
  await page.mouse.down();
  await page.mouse.move(900, 700, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => page.locator(cell(0, 0)).count()).toBe(0);
  await press(page, "Back to the stones");
  await page.locator(cell(0, 0)).waitFor();
  await place(page, 1, 1);
});

test("small points ask for a second tap, and say so", async () => {
  const page = await browser.open("/#freestyle/22x22", { context: TOUCH, stored: FRIENDS });
  await page.locator(cell(10, 10)).tap();
  await expect.poll(() => page.locator(".notice").textContent()).toBe("k12: tap again to place");
  expect(await stones(page)).toBe(0);
  await page.locator(cell(10, 10)).tap();
  await page.locator(lastAt(10, 10)).waitFor();
});
