import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { place, press, saved } from "./actions";
import { FRIENDS, stones, useBrowser } from "./browser";

const browser = useBrowser();

async function exportAs(page: Page, name: string): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent("download"), press(page, name)]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

test("a game is exported in every format, and the exports parse again", async () => {
  const page = await browser.open("/#freestyle/15x15", { stored: FRIENDS });
  await place(page, 7, 7);
  await place(page, 8, 8);
  await press(page, "Undo");
  await expect.poll(() => stones(page)).toBe(1);
  await place(page, 3, 3);
  await saved(page);
  await press(page, "Export");
  const sgf = await exportAs(page, "SGF, with variations");
  expect(sgf.name).toMatch(/\.sgf$/);
  const record = sgf.bytes.toString();
  // Both branches are in it.
  expect(record.match(/;W\[/g)).toHaveLength(2);
  const psq = await exportAs(page, "Piskvork (psq)");
  expect(psq.bytes.toString()).toMatch(/^Piskvorky 15x15/);
  const text = await exportAs(page, "Position string");
  expect(text.bytes.toString().trim()).not.toBe("");
  const svg = await exportAs(page, "SVG");
  expect(svg.bytes.toString()).toContain("<svg");
  const png = await exportAs(page, "PNG");
  expect([...png.bytes.subarray(0, 4)]).toEqual([0x89, 0x50, 0x4e, 0x47]);
  const gif = await exportAs(page, "GIF, move by move");
  expect(gif.bytes.subarray(0, 6).toString()).toBe("GIF89a");
  for (const file of [sgf, psq]) {
    const judged = await page.evaluate(async (body) => {
      const answer = await fetch("/api/judge", {
        method: "POST",
        body,
        headers: { "content-type": "application/octet-stream" },
      });
      return answer.json();
    }, file.bytes.toString());
    expect(judged.games[0].moves[0]).toEqual({ color: "black", point: { x: 7, y: 7 } });
  }
});
