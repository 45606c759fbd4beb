import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { press, status } from "./actions";
import { violations } from "./axe";
import { cell, DESKTOP, lastAt, TOUCH, useBrowser } from "./browser";

const browser = useBrowser();

interface Choices {
  readonly [group: string]: string;
}

/** Makes a game on the page; the address that is to be sent. */
async function make(page: Page, choices: Choices = {}): Promise<string> {
  await page.getByRole("heading", { name: "Play a friend" }).last().waitFor();
  for (const [group, choice] of Object.entries(choices)) {
    const radio = page.getByRole("group", { name: group }).getByRole("radio", { name: choice, exact: true });
    await radio.check();
  }
  await press(page, "Create game");
  const link = page.getByLabel("Link");
  await link.waitFor();
  return link.inputValue();
}

const pathOf = (link: string): string => new URL(link).pathname;

async function join(link: string, context = DESKTOP): Promise<Page> {
  const page = await browser.open(pathOf(link), { context });
  await press(page, "Take the seat");
  await page.getByText("connected").first().waitFor();
  return page;
}

/** Places a stone, and waits until every page has it. */
async function put(pages: readonly Page[], by: Page, x: number, y: number): Promise<void> {
  await by.locator(cell(x, y)).click();
  for (const page of pages) await page.locator(lastAt(x, y)).waitFor();
}

const secretOf = (page: Page): Promise<string> =>
  page.evaluate(() => JSON.parse(localStorage.getItem("tengen.friendGames")!)[0].secret as string);

test("two play to the end while a third watches, one loads the page again in the middle, and a rematch follows", async () => {
  const host = await browser.open("/friend");
  const link = await make(host, { Black: "You" });
  expect(link).toBe(host.url());
  const guest = await join(link);
  const watcher = await browser.open(pathOf(link));
  await watcher.getByText("You are watching").waitFor();
  const all = [host, guest, watcher];
  await expect.poll(() => status(host)).toBe("Your move");
  await expect.poll(() => status(guest)).toBe("Your friend's move");
  await host.getByText("Watching: 1").waitFor();
  for (const page of all) {
    const address = page.url();
    expect(address).not.toContain(await secretOf(host));
    expect(address).not.toContain(await secretOf(guest));
  }
  for (let column = 0; column < 5; column++) {
    await put(all, host, 3 + column, 7);
    if (column === 2) {
      await guest.reload();
      await guest.locator(lastAt(5, 7)).waitFor();
    }
    if (column < 4) await put(all, guest, 3 + column, 9);
  }
  await expect.poll(() => status(host)).toBe("You won");
  await expect.poll(() => status(guest)).toBe("You lost");
  await expect.poll(() => status(watcher)).toBe("Black won");
  await guest.getByText("Black made five.", { exact: true }).waitFor();
  await expect.poll(() => host.locator('[aria-live="assertive"]').textContent()).toContain("You won");
  expect(await violations(guest)).toEqual([]);
  await press(guest, "Rematch");
  await host.getByText("Your friend offers a rematch.").last().waitFor();
  await press(host, "Accept");
  await press(guest, "Go to the rematch");
  await press(host, "Go to the rematch");
  // The colors are changed.
  await expect.poll(() => status(guest)).toBe("Your move");
  await put([host, guest], guest, 7, 7);
  expect(host.url()).toBe(guest.url());
  await host.goto(`${inject("address")}/friend`);
  await host.getByRole("button", { name: /Freestyle · 15×15 · in play/ }).waitFor();
  await host.getByRole("button", { name: /Freestyle · 15×15 · over/ }).waitFor();
});

test("takeback, draw and resignation, on a phone and a desktop", async () => {
  const host = await browser.open("/friend", { context: TOUCH });
  const link = await make(host, { Black: "Your friend" });
  const guest = await join(link);
  const both = [host, guest];
  await put(both, guest, 7, 7);
  await press(guest, "Take back");
  await host.getByText("Your friend asks to take back a move.").last().waitFor();
  await press(host, "Accept");
  await expect.poll(() => guest.locator('[aria-label*="last move"]').count()).toBe(0);
  await put(both, guest, 8, 8);
  await put(both, host, 7, 8);
  await press(host, "Offer a draw");
  await guest.getByText("Your friend offers a draw.").last().waitFor();
  await press(guest, "Decline");
  await expect.poll(() => host.getByText("You offered a draw.").count()).toBe(0);
  await press(guest, "Offer a draw");
  await press(host, "Accept");
  for (const page of both) await expect.poll(() => status(page)).toBe("A draw");
  expect(await violations(host)).toEqual([]);
  const second = await browser.open("/friend");
  const other = await join(await make(second, { Black: "You" }));
  await press(other, "Resign");
  await press(other, "Yes, resign");
  await expect.poll(() => status(second)).toBe("You won");
  await second.getByText("White resigned.", { exact: true }).waitFor();
});

test("swap2 between people: three stones, two more, and a color", async () => {
  const host = await browser.open("/friend");
  const link = await make(host, { Opening: "Swap2", "Places the first stones": "You" });
  const guest = await join(link);
  const both = [host, guest];
  await expect.poll(() => status(host)).toBe("Swap2: place three stones: black, white, black");
  await put(both, host, 7, 7);
  await put(both, host, 8, 8);
  await put(both, host, 6, 8);
  await expect.poll(() => status(guest)).toBe("Swap2: take a color, or place two more stones");
  await press(guest, "Place two more");
  await put(both, guest, 2, 2);
  await put(both, guest, 3, 3);
  await press(host, "Take White");
  await expect.poll(() => status(host)).toBe("Your move");
  await put(both, host, 4, 4);
  await expect.poll(() => status(guest)).toBe("Your move");
});

test("a clock counts down, and its flag falls by the server", async () => {
  const host = await browser.open("/friend");
  await host.getByRole("radio", { name: "Per move" }).check();
  await host.getByLabel("Seconds for a move").fill("3");
  await host.getByLabel("Seconds for a move").blur();
  const link = await make(host, { Black: "You" });
  const guest = await join(link);
  await put([host, guest], host, 7, 7);
  await put([host, guest], guest, 8, 8);
  const clock = host.getByRole("timer").last();
  await expect.poll(() => clock.textContent().then(Number)).toBeLessThan(2.9);
  await expect.poll(() => status(host)).toBe("You lost");
  await host.getByText("Black ran out of time.", { exact: true }).waitFor();
  await expect.poll(() => status(guest)).toBe("You won");
});

test("a foul is asked about before it is played, and loses", async () => {
  const host = await browser.open("/friend");
  const link = await make(host, { Rule: "Renju", Black: "You" });
  const guest = await join(link);
  const both = [host, guest];
  const opening = [
    [6, 7],
    [0, 0],
    [8, 7],
    [2, 0],
    [7, 6],
    [4, 0],
    [7, 8],
    [6, 0],
  ] as const;
  for (const [index, [x, y]] of opening.entries()) {
    const player = index % 2 === 0 ? host : guest;
    await expect.poll(() => status(player)).toBe("Your move");
    await put(both, player, x, y);
  }
  await expect.poll(() => status(host)).toBe("Your move");
  await host.locator(cell(7, 7)).click();
  await host.getByText("h8 is forbidden (double three). Playing it loses the game.").waitFor();
  await press(host, "Choose another point");
  await host.locator(cell(7, 7)).click();
  await press(host, "Play it and lose");
  await expect.poll(() => status(guest)).toBe("You won");
  await guest.getByText("Black played a forbidden point, h8.", { exact: true }).waitFor();
});

/** Seconds that the connection is cut in the next test, besides what it waits for: 30 by hand. */
const CUT_SECONDS = Number(process.env.CUT_SECONDS ?? 3);

/** Seconds on the clock of a player, as a page shows it. */
async function clockOf(page: Page, player: string): Promise<number> {
  const text = await page.getByRole("timer", { name: `Clock of ${player}:` }).textContent();
  return text!.split(":").reduce((sum, part) => 60 * sum + Number(part), 0);
}

test("a connection that is cut costs nothing but time on the clock, and comes back with all that happened", async () => {
  const host = await browser.open("/friend", { mayGoOffline: true });
  const link = await make(host, { Black: "You", Clock: "Fischer" });
  const guest = await join(link);
  await put([host, guest], host, 7, 7);
  await host.context().setOffline(true);
  await guest.getByText("away", { exact: true }).waitFor();
  await guest.locator(cell(8, 8)).click();
  await guest.locator(lastAt(8, 8)).waitFor();
  const began = Date.now();
  const before = await clockOf(guest, "Friend");
  const other = await clockOf(guest, "You");
  await host.getByText("The connection is lost.").waitFor();
  await host.waitForTimeout(CUT_SECONDS * 1000);
  await host.context().setOffline(false);
  await host.locator(lastAt(8, 8)).waitFor();
  await expect.poll(() => status(host)).toBe("Your move");
  await expect.poll(() => guest.getByText("away", { exact: true }).count()).toBe(0);
  // Both see the time that has passed, and no more.
  const spent = before - (await clockOf(host, "You"));
  const passed = (Date.now() - began) / 1000;
  expect(spent).toBeGreaterThanOrEqual(CUT_SECONDS - 1);
  expect(spent).toBeLessThanOrEqual(passed + 2);
  expect(await clockOf(guest, "You")).toBe(other);
  // The game goes on.
  await put([host, guest], host, 6, 6);
  await put([host, guest], guest, 9, 9);
});

test("who waits for a player that is gone may stop the clock, which goes on when the player is back", async () => {
  const host = await browser.open("/friend", { mayGoOffline: true });
  const link = await make(host, { Black: "You", Clock: "Fischer" });
  const guest = await join(link);
  const both = [host, guest];
  await put(both, host, 7, 7);
  await put(both, guest, 8, 8);
  expect(await guest.getByRole("button", { name: "Stop the clock" }).count()).toBe(0);
  // The clock of the one that is gone runs.
  await host.context().setOffline(true);
  await press(guest, "Stop the clock");
  await guest.getByText("The clock is stopped until your friend is back.").first().waitFor();
  const stopped = await clockOf(guest, "Friend");
  await guest.waitForTimeout(2500);
  expect(await clockOf(guest, "Friend")).toBe(stopped);
  expect(await violations(guest)).toEqual([]);
  await host.context().setOffline(false);
  await expect.poll(() => guest.getByText("The clock is stopped until your friend is back.").count()).toBe(0);
  await expect.poll(() => clockOf(guest, "Friend")).toBeLessThan(stopped);
  await put(both, host, 6, 6);
});

test("who comes third can take no seat, and a link that is not whole says so", async () => {
  const host = await browser.open("/friend");
  const link = await make(host);
  const late = await browser.open(pathOf(link));
  await late.getByRole("button", { name: "Take the seat" }).waitFor();
  await join(link);
  await expect.poll(() => late.getByRole("button", { name: "Take the seat" }).count()).toBe(0);
  await late.getByText("You are watching").waitFor();
  const lost = await browser.open(`/g/${"0".repeat(32)}`);
  await lost.getByText("There is no such game.").waitFor();
  await press(lost, "Create a game");
  await lost.getByText("No account needed: create a game").waitFor();
});

test("a game is offered from the sheet of new games, in both languages", async () => {
  const page = await browser.open("/");
  await press(page, "New game");
  await page.getByRole("radio", { name: "A friend, same board" }).check();
  await press(page, "A friend, by link");
  await page.getByText("No account needed: create a game").waitFor();
  expect(await violations(page)).toEqual([]);
  await page.getByLabel("Language").selectOption("zh");
  await page.getByRole("button", { name: "创建对局" }).click();
  await page.getByText("把链接发给好友").waitFor();
  expect(await violations(page)).toEqual([]);
});
