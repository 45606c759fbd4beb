import { test } from "vitest";
import { cell, DESKTOP, useBrowser } from "./browser";

const browser = useBrowser();

test("after one visit the page opens without the network, and what was seen is still there", async () => {
  const page = await browser.open("/#freestyle/15x15/h8i9", { by: { ...DESKTOP, serviceWorkers: "allow" } });
  await page.locator(cell(7, 7)).waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await page.locator(cell(7, 7)).waitFor();
  await page.context().setOffline(true);
  await page.reload();
  await page.locator(`${cell(7, 7)}[aria-label^="h8, Black"]`).waitFor();
  await page.locator(cell(0, 0)).click();
  await page.getByText("The server does not answer.").waitFor();
});
