import { expect, test } from "vitest";
import { begin, place, status } from "./actions";
import { cell, lastAt, TOUCH, useBrowser } from "./browser";

const browser = useBrowser();

test("an infinite board is panned, zoomed and played on", async () => {
  const page = await browser.open("/#freestyle/infinite/(0,0)");
  await page.locator(cell(0, 0)).waitFor();
  const box = (await page.locator(".board").boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + 60, box.y + 60, { steps: 6 });
  await page.mouse.up();
  await place(page, 10, 10);
  await expect.poll(() => page.url()).toContain("(0,0)(10,10)");
  // The board has the focus: the wheel zooms it instead of scrolling the page.
  const before = await page.locator('[role="gridcell"]').count();
  await page.mouse.wheel(0, 300);
  await expect.poll(() => page.locator('[role="gridcell"]').count()).toBeGreaterThan(before);
  // Negative coordinates can be typed.
  await page.keyboard.type("-3,-4");
  await page.keyboard.press("Enter");
  await page.locator(lastAt(-3, -4)).waitFor();
});

test("touch pans and pinches it", async () => {
  const page = await browser.open("/#freestyle/infinite/(0,0)", { context: TOUCH });
  await page.locator(cell(0, 0)).waitFor();
  const touch = await page.context().newCDPSession(page);
  const send = (type: "touchStart" | "touchMove" | "touchEnd", points: readonly [number, number][]) =>
    touch.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
  await send("touchStart", [[300, 300]]);
  for (let by = 20; by <= 240; by += 20) await send("touchMove", [[300 - by, 300]]);
  await send("touchEnd", []);
  await page.locator(cell(12, 0)).waitFor();
  const before = await page.locator('[role="gridcell"]').count();
  await send("touchStart", [
    [180, 300],
    [220, 300],
  ]);
  for (let by = 10; by <= 100; by += 10)
    await send("touchMove", [
      [180 - by, 300],
      [220 + by, 300],
    ]);
  await send("touchEnd", []);
  await expect.poll(() => page.locator('[role="gridcell"]').count()).toBeLessThan(before);
  await expect.poll(() => status(page)).toBe("White to move");
});

test("the engine plays on it", async () => {
  const page = await browser.open("/");
  await page.locator(cell(7, 7)).waitFor();
  await begin(page, { Size: "0", Level: "2" });
  await page.locator(cell(0, 0)).click();
  await expect.poll(() => page.locator('[role="gridcell"][aria-label*="White"]').count()).toBe(1);
});
