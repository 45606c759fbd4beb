import { expect, test } from "vitest";
import { press } from "./actions";
import { BY_SERVER, FRIENDS, useBrowser } from "./browser";

const browser = useBrowser();

test("switching analysis off ends its search on the server and freezes its numbers", async () => {
  const page = await browser.open("/#freestyle/15x15/h8i9i8g8", { stored: { ...FRIENDS, ...BY_SERVER } });
  const asked = page.waitForResponse(
    (answer) => answer.request().method() === "POST" && answer.url().endsWith("/api/thoughts"),
  );
  await press(page, "Analyse");
  const { id } = await (await asked).json();
  await page.locator(".lines li").first().waitFor();
  await press(page, "Analyse");
  await page.locator(".status:not([data-thinking])").waitFor();
  const seen = (): Promise<string | null> => page.locator(".thoughts").textContent();
  const before = await seen();
  expect(before).toMatch(/positions/);
  // The stream ends with the search, long before its time limit.
  const events = await page.request.get(new URL(`/api/thoughts/${id}/events`, page.url()).href, {
    timeout: 60_000,
  });
  expect(await events.text()).toMatch(/event: ?done\ndata: ?\{"end":"stopped"/);
  expect(await seen()).toBe(before);
  await expect
    .poll(() => page.getByRole("button", { name: "Analyse" }).getAttribute("aria-pressed"))
    .toBe("false");
});
