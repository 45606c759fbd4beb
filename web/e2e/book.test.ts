import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { begin, press, status } from "./actions";
import { violations } from "./axe";
import { stones, useBrowser } from "./browser";
import { PROGRAM, Server } from "./server";

const browser = useBrowser();

/** Two stones of Black in the middle of a board, two of White in its corners: Black wins, as a book shows. */
const SIDE = 15;
const ROWS = Array.from({ length: SIDE }, (_, y) =>
  y === 0 ? `O${".".repeat(SIDE - 1)}` : y === SIDE - 1 ? `${".".repeat(SIDE - 1)}O` : ".".repeat(SIDE),
);
ROWS[6] = `${".".repeat(7)}X${".".repeat(7)}`;
ROWS[7] = ROWS[6]!;

let folder: string;
let server: Server;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "tengen-book-"));
  const board = `${SIDE}\n${ROWS.join("\n")}\n`;
  execFileSync(PROGRAM, ["solve", "--rule", "freestyle", "--book", folder], { input: board, stdio: "pipe" });
  server = await Server.start(["--proof-book", join(folder, "whole.proof")]);
});

afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

test("a game against the proof: it answers at once, says why, and wins within what it says", async () => {
  const page = await browser.open("/", { address: server.address });
  await page.locator("[role=grid]").waitFor();
  await begin(page, { Opponent: "The proof" });
  const note = page.getByRole("region", { name: "Opening book" });
  let most = Number.POSITIVE_INFINITY;
  for (let number = 1; ; number++) {
    // Black has moved, or has won.
    await expect.poll(() => stones(page)).toBe(2 * number - 1);
    if ((await status(page)) === "Black wins with five") break;
    await expect
      .poll(() => note.textContent())
      .toMatch(/Black wins (in at most \d+ moves|with the next move)/);
    const left = Number(/at most (\d+)/.exec((await note.textContent()) ?? "")?.[1] ?? 1);
    expect(left).toBeLessThan(most);
    most = left;
    if (number === 1) expect(await violations(page)).toEqual([]);
    // White plays along the left edge, where it stops nothing.
    await page.locator(`#point_0_${2 + number}`).click();
  }
  expect(most).toBe(1);
});

test("the proof is offered for its rule and board only, and not without a book", async () => {
  const page = await browser.open("/", { address: server.address });
  await page.locator("[role=grid]").waitFor();
  await press(page, "New game");
  const proof = page.getByRole("radio", { name: "The proof" });
  await proof.check();
  expect(await violations(page)).toEqual([]);
  await page.getByRole("radio", { name: "Renju" }).check();
  await proof.waitFor({ state: "detached" });
  const other = await browser.open("/");
  await other.locator("[role=grid]").waitFor();
  await press(other, "New game");
  await other.getByRole("radio", { name: "The engine" }).waitFor();
  expect(await other.getByRole("radio", { name: "The proof" }).count()).toBe(0);
});

test("after an undo and another move the proof answers again", async () => {
  const page = await browser.open("/", { address: server.address });
  await page.locator("[role=grid]").waitFor();
  await begin(page, { Opponent: "The proof" });
  await expect.poll(() => stones(page)).toBe(1);
  for (const y of [3, 4]) {
    await page.locator(`#point_0_${y}`).click();
    await expect.poll(() => stones(page)).toBe(3);
    await press(page, "Undo");
    await expect.poll(() => stones(page)).toBe(1);
  }
});
