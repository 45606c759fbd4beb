import { afterAll, beforeAll, expect, test } from "vitest";
import { begin, moves, place, press, saved } from "./actions";
import { BY_SERVER, cell, FRIENDS, lastAt, stones, useBrowser } from "./browser";
import { Server } from "./server";

const browser = useBrowser();
let server: Server;
beforeAll(async () => {
  server = await Server.start();
});
afterAll(() => server?.stop());

test("a killed server loses no move, and the page resumes when it is back", async () => {
  const page = await browser.open("/#freestyle/15x15", {
    address: server.address,
    mayGoOffline: true,
    stored: { ...FRIENDS, ...BY_SERVER },
  });
  await place(page, 7, 7);
  await place(page, 8, 8);
  await saved(page);
  await server.kill();
  // A stone placed while the server is down stays pending.
  await page.locator(cell(9, 9)).click();
  await page.getByText("The server does not answer.").waitFor();
  await server.restart();
  await page.locator(lastAt(9, 9)).waitFor();
  await place(page, 6, 8);
  await saved(page);
  // A branch added while the server is down is synced later.
  await press(page, "Undo");
  await expect.poll(() => stones(page)).toBe(3);
  await server.kill();
  await page.locator(cell(3, 3)).click();
  await server.restart();
  await page.locator(lastAt(3, 3)).waitFor();
  await saved(page);
  const all = ["1h8", "2i7", "3j6", "4g7", "4d12"];
  expect((await moves(page)).sort()).toEqual([...all].sort());
  // The server has it all: a fresh browser opens the same game.
  const other = await browser.open("/", { address: server.address, mayGoOffline: true });
  await press(other, "Games");
  await other.locator(".game").first().click();
  await expect.poll(async () => (await moves(other)).sort()).toEqual([...all].sort());
});

test("an engine killed during its search moves when the server is back", async () => {
  const page = await browser.open("/", { address: server.address, mayGoOffline: true, stored: BY_SERVER });
  await page.locator(cell(7, 7)).waitFor();
  await begin(page, { Level: "10" });
  // Wait for the request, not its display: the reply may come before a busy browser shows it.
  const asked = page.waitForRequest((request) => request.url().endsWith("/api/thoughts"));
  await place(page, 7, 7);
  await asked;
  await server.kill();
  await server.restart();
  await expect.poll(() => stones(page)).toBe(2);
  await saved(page);
  await page.reload();
  await expect.poll(() => stones(page)).toBe(2);
});

test("a server that is killed repeatedly loses nothing", async () => {
  const page = await browser.open("/#freestyle/19x19", {
    address: server.address,
    mayGoOffline: true,
    stored: FRIENDS,
  });
  await page.locator(cell(7, 7)).waitFor();
  let over = false;
  const trouble = (async () => {
    for (let kills = 0; kills < 4 && !over; kills++) {
      await server.kill();
      await server.restart();
      await new Promise((resume) => setTimeout(resume, 300));
    }
  })();
  for (let x = 0; x < 12; x++) await place(page, x, 2 * (x % 9));
  over = true;
  await trouble;
  await saved(page);
  const kept = await page.evaluate(async () => {
    const { games } = await (await fetch("/api/games")).json();
    return (await fetch(`/api/games/${games[0].id}`)).json();
  });
  expect(kept.nodes.map(({ x, y }: { x: number; y: number }) => [x, y])).toEqual(
    Array.from({ length: 12 }, (_, x) => [x, 2 * (x % 9)]),
  );
});
