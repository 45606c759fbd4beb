import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { moves, paste, place, press, saved } from "./actions";
import { violations } from "./axe";
import { cell, FRIENDS, lastAt, TOUCH, useBrowser } from "./browser";

const browser = useBrowser();

const RECORD = `(;FF[4]GM[4]CA[UTF-8]SZ[15]RU[renju]PB[Ada]PW[Bo]RE[B+R]C[the start]
;B[hh]C[the middle];W[ig](;B[gi];W[jj])(;B[ij]C[instead])(;B[ff]))`;
const ALL = ["1h8", "2i9", "3f10", "3g7", "3i6", "4j6"];

async function share(page: Page): Promise<void> {
  await page.locator(cell(7, 7)).waitFor();
  await paste(page, RECORD);
  await page.locator(lastAt(9, 9)).waitFor();
  await press(page, "Share");
}

const link = (page: Page): Promise<string> =>
  page.getByLabel("The whole game with its variations and comments").inputValue();
const pathOf = (url: string): string => new URL(url).pathname + new URL(url).hash;

test("a study in a link is the whole tree, and is kept when something is changed", async () => {
  const page = await browser.open("/#freestyle/15x15", { stored: FRIENDS });
  await share(page);
  const url = await link(page);
  expect(url).toMatch(/\/#study\/1\/[\w-]+$/);
  expect(url.length).toBeLessThan(400);
  expect(await violations(page)).toEqual([]);
  const other = await browser.open(pathOf(url), { stored: FRIENDS });
  await other.locator(lastAt(9, 9)).waitFor();
  await expect.poll(async () => (await moves(other)).sort()).toEqual(ALL);
  await expect
    .poll(() => other.locator(".move-comment").allTextContents())
    .toEqual(["the middle", "instead"]);
  await other.getByText("Ada – Bo").first().waitFor();
  // Looking around changes nothing: the link stays, also over a reload.
  await other.keyboard.press("Home");
  await expect.poll(() => other.locator("[aria-current=step]").count()).toBe(0);
  expect(other.url()).toContain("#study/1/");
  await other.reload();
  await other.locator(lastAt(9, 9)).waitFor();
  await place(other, 0, 0);
  await saved(other);
  await expect.poll(() => other.url()).toContain("#renju/15x15/h8i9g7j6a15");
  await other.reload();
  await expect.poll(async () => (await moves(other)).sort()).toEqual([...ALL, "5a15"].sort());
  // Pasting the link opens it, too.
  await paste(other, url);
  await other.locator(lastAt(9, 9)).waitFor();
  await expect.poll(async () => (await moves(other)).sort()).toEqual(ALL);
});

test("a study that the server keeps has a short link, a preview and a picture", async () => {
  const page = await browser.open("/#freestyle/15x15", { stored: FRIENDS });
  await share(page);
  await page.getByRole("switch", { name: "Short link with a preview picture" }).check();
  await expect.poll(() => link(page)).toMatch(/\/s\/[0-9a-f]{32}$/);
  const url = await link(page);
  const html = await (await page.request.get(url)).text();
  expect(html).toContain('<meta property="og:title" content="Ada – Bo" />');
  const picture = /<meta property="og:image" content="([^"]+)"/.exec(html)?.[1];
  const image = await page.request.get(picture!);
  expect(image.headers()["content-type"]).toBe("image/png");
  const other = await browser.open(pathOf(url), { stored: FRIENDS });
  await other.locator(lastAt(9, 9)).waitFor();
  await expect.poll(async () => (await moves(other)).sort()).toEqual(ALL);
  await place(other, 0, 0);
  await expect.poll(() => pathOf(other.url())).toBe("/#renju/15x15/h8i9g7j6a15");
});

test("a position in the path is opened, and a study that is damaged or missing says so", async () => {
  const page = await browser.open("/p/renju/15x15/b:h8;w:i9/g7", { stored: FRIENDS });
  await page.locator(lastAt(6, 8)).waitFor();
  await expect.poll(() => pathOf(page.url())).toBe("/#renju/15x15/b:h8;w:i9/g7");
  const damaged = await browser.open("/#study/1/AAAA", { stored: FRIENDS });
  await damaged.getByText("This link is damaged").waitFor();
  expect(damaged.url()).toContain("#study/1/AAAA");
  const missing = await browser.open("/", { stored: FRIENDS });
  await missing.locator(cell(7, 7)).waitFor();
  await paste(missing, `${new URL(missing.url()).origin}/s/${"0".repeat(32)}`);
  await missing.getByRole("dialog").getByText("This is not on the server, or not any more.").waitFor();
});

test("the snippet puts a board into a page of another site, and nothing else can be framed", async () => {
  const page = await browser.open("/#freestyle/15x15", { stored: FRIENDS });
  await share(page);
  const snippet = await page.getByLabel("On your own page").inputValue();
  const address = new URL(page.url()).origin;
  const body = `<!doctype html><title>x</title><h1>x</h1>${snippet}<iframe src="${address}/"></iframe>`;
  const site = createServer((_, response) => response.setHeader("content-type", "text/html").end(body));
  await new Promise<void>((ready) => site.listen(0, "127.0.0.1", ready));
  // Of this page nothing is collected: the frame that is refused is an error in its console.
  const host = await page.context().browser()!.newPage();
  await host.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
  const board = host.frameLocator("iframe").first();
  await board.locator(lastAt(9, 9)).waitFor();
  await board.getByRole("button", { name: "Previous" }).click();
  await board.locator(lastAt(6, 8)).waitFor();
  await board.locator(".move", { hasText: "3i6" }).click();
  await board.locator(lastAt(8, 9)).waitFor();
  await expect
    .poll(() => board.getByRole("link", { name: "Open in Tengen" }).getAttribute("href"))
    .toContain("#study/1/");
  await expect.poll(() => host.frames()[2]!.url()).toMatch(/^chrome-error:/);
  site.close();
});

test("axe finds no violations in the board for frames, wide, narrow and dark", async () => {
  for (const viewport of [
    { width: 480, height: 640 },
    { width: 900, height: 500 },
    { width: 320, height: 480 },
  ])
    for (const colorScheme of ["light", "dark"] as const) {
      const page = await browser.open("/embed#renju/15x15/h8i9i8", { context: { viewport, colorScheme } });
      await page.locator(lastAt(8, 7)).waitFor();
      expect(await violations(page), `${viewport.width} ${colorScheme}`).toEqual([]);
      const board = await page.locator(".board").boundingBox();
      expect(board!.width).toBeGreaterThan(200);
    }
});

test("on a phone the sheet of links fits", async () => {
  const page = await browser.open("/#freestyle/15x15", { stored: FRIENDS, context: TOUCH });
  await page.locator(cell(7, 7)).waitFor();
  await page.getByRole("button", { name: "Slide the panel up or down" }).tap();
  await share(page);
  await link(page);
  expect(await violations(page)).toEqual([]);
  const { scrollWidth, clientWidth } = await page
    .locator("dialog")
    .evaluate(({ scrollWidth, clientWidth }) => ({ scrollWidth, clientWidth }));
  expect(scrollWidth).toBe(clientWidth);
});
