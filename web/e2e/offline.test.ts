import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { BY_SERVER, cell, DESKTOP, useBrowser } from "./browser";

const browser = useBrowser();
const WITH_SERVICE_WORKER = { context: { ...DESKTOP, serviceWorkers: "allow" } } as const;
/** Without the engine of the page, which needs no server (see engineOffline.test.ts). */
const ASKING_SERVER = { ...WITH_SERVICE_WORKER, stored: BY_SERVER };

/** Waits until the service worker has cached the page. */
async function cachePage(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await page.locator(".panel").waitFor();
}

test("after one visit the page opens offline, with the positions seen", async () => {
  const page = await browser.open("/#freestyle/15x15/h8i9", ASKING_SERVER);
  await page.locator(cell(7, 7)).waitFor();
  await cachePage(page);
  await page.locator(cell(7, 7)).waitFor();
  await page.context().setOffline(true);
  await page.reload();
  await page.locator(`${cell(7, 7)}[aria-label^="h8, Black"]`).waitFor();
  await page.locator(".offline", { hasText: "Offline" }).waitFor();
  await page.locator(cell(0, 0)).click();
  await page.getByText("The server does not answer.").first().waitFor();
  await page.context().setOffline(false);
  await expect.poll(() => page.locator(".offline").textContent()).toBe("");
});

test("a film seen before runs offline; another one shows an error", async () => {
  const page = await browser.open("/nogo#4/scan/scan/1", ASKING_SERVER);
  await page.locator('canvas[aria-label^="Board of 4×4"]').waitFor();
  await cachePage(page);
  // The screen of films is a script of its own: it and the whole film are there again before the network is cut.
  await page.locator('canvas[aria-label^="Board of 4×4"]').waitFor();
  await page.keyboard.press("End");
  await expect.poll(() => page.locator(".film-turn").textContent()).toMatch(/WINS/);
  await page.context().setOffline(true);
  await page.reload();
  await page.locator('canvas[aria-label^="Board of 4×4"]').waitFor();
  await page.keyboard.press("End");
  await expect.poll(() => page.locator(".film-turn").textContent()).toMatch(/WINS/);
  await page.getByLabel("Size").selectOption("5");
  await page.getByText("The server does not answer.").first().waitFor();
});

test("the page can be installed", async () => {
  const page = await browser.open("/", WITH_SERVICE_WORKER);
  const manifest = await page.evaluate(async () => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="manifest"]')!;
    return (await fetch(link.href)).json();
  });
  expect(manifest).toMatchObject({ name: "Tengen", start_url: "./", display: "standalone" });
  for (const { src, type } of manifest.icons) {
    const answer = await page.request.get(new URL(src, page.url()).href);
    expect(answer.headers()["content-type"]).toBe(type);
  }
});
