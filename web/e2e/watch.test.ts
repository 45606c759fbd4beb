import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { press } from "./actions";
import { DESKTOP, TOUCH, useBrowser } from "./browser";

const browser = useBrowser();
const CALM = { ...DESKTOP, reducedMotion: "reduce" } as const;

const moves = (page: Page) => page.getByRole("slider", { name: "Move" });
const number = (page: Page): Promise<string> => moves(page).inputValue();
const turn = (page: Page): Promise<string | null> => page.locator(".film-turn").textContent();

test("the animation runs to its end and names the winner", async () => {
  const page = await browser.open("/nogo#3/scan/random/1", { stored: { speed: 2 } });
  await press(page, "Auto");
  await page.getByText("wins", { exact: false }).first().waitFor();
  await expect.poll(() => turn(page)).toMatch(/WINS/);
  await expect.poll(() => page.locator('[aria-live="assertive"]').textContent()).toMatch(/has no move left/);
});

test("step, back, scrubber and reset", async () => {
  const page = await browser.open("/nogo", { context: CALM });
  await moves(page).waitFor();
  await press(page, "Step");
  await expect.poll(() => number(page)).toBe("1");
  await press(page, "Step");
  await expect.poll(() => number(page)).toBe("2");
  await expect.poll(() => page.locator('[aria-live="polite"]').textContent()).toMatch(/^White played/);
  await press(page, "Back");
  await expect.poll(() => number(page)).toBe("1");
  await moves(page).fill("12");
  await expect.poll(() => number(page)).toBe("12");
  await press(page, "Reset");
  await expect.poll(() => number(page)).toBe("0");
});

test("keyboard alone: space, arrows, Home and End", async () => {
  const page = await browser.open("/nogo#5/scan/scan/1", { context: CALM });
  await moves(page).waitFor();
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => number(page)).toBe("1");
  await page.keyboard.press("End");
  await expect.poll(() => turn(page)).toMatch(/WINS/);
  await page.keyboard.press("ArrowLeft");
  await expect.poll(() => turn(page)).not.toMatch(/WINS/);
  await page.keyboard.press("Home");
  await expect.poll(() => number(page)).toBe("0");
  await page.keyboard.press(" ");
  await page.getByRole("button", { name: "Pause" }).waitFor();
  await page.keyboard.press(" ");
  await page.getByRole("button", { name: "Auto" }).waitFor();
});

test("every kind of player, from the smallest board to the largest, by its link", async () => {
  const page = await browser.open("/nogo#2/engine/scan/1", { context: TOUCH });
  for (const [size, black, white] of [
    ["25", "Scan", "Random"],
    ["7", "Engine", "Engine"],
    ["2", "Random", "Scan"],
  ] as const) {
    await moves(page).waitFor();
    await page.getByLabel("Size").selectOption(size);
    await page.getByLabel("Black", { exact: true }).selectOption({ label: black });
    await page.getByLabel("White", { exact: true }).selectOption({ label: white });
    const link = `#${size}/${black}/${white}/1`.toLowerCase();
    await expect.poll(() => new URL(page.url()).hash).toBe(link);
    await page.locator(`canvas[aria-label^="Board of ${size}×${size}"]`).waitFor();
  }
});

test("a large board at high speed states that stones appear at once", async () => {
  const page = await browser.open("/nogo#19/scan/random/1", { stored: { speed: 1 } });
  await moves(page).waitFor();
  await expect.poll(() => page.getByText("stones appear at once").count()).toBe(0);
  await page.getByLabel("Speed").fill("4");
  await page.getByText("stones appear at once").waitFor();
});

test("sound is off by default, and stored", async () => {
  const page = await browser.open("/nogo");
  const sound = page.getByRole("button", { name: "Sound" });
  await sound.waitFor();
  await expect.poll(() => sound.getAttribute("aria-pressed")).toBe("false");
  await sound.click();
  await page.getByRole("button", { name: "Music" }).click();
  await page.getByLabel("Volume").fill("0.3");
  await page.reload();
  await sound.waitFor();
  await expect.poll(() => sound.getAttribute("aria-pressed")).toBe("true");
  await expect.poll(() => page.getByLabel("Volume").inputValue()).toBe("0.3");
});

/** Records the luminance of the frame and of every cell during a whole game. */
async function recordLuminance(page: Page, points: number): Promise<[time: number, light: number][][]> {
  await page.evaluate((side) => {
    const canvas = document.querySelector<HTMLCanvasElement>(".film-frame canvas")!;
    const ctx = canvas.getContext("2d")!;
    const cell = (canvas.width - 11) / side;
    const spots: [x: number, y: number, size: number][] = [[1, 1, 2]];
    for (let y = 0; y < side; y++)
      for (let x = 0; x < side; x++) spots.push([6 + x * cell, 6 + y * cell, cell - 1]);
    const seen: [number, number][][] = spots.map(() => []);
    Object.assign(window, { seen });
    const linear = (value: number): number => (value / 255) ** 2.2;
    const lightOf = (pixels: Uint8ClampedArray): number => {
      let sum = 0;
      for (let at = 0; at < pixels.length; at += 4)
        sum +=
          0.2126 * linear(pixels[at]!) + 0.7152 * linear(pixels[at + 1]!) + 0.0722 * linear(pixels[at + 2]!);
      return sum / (pixels.length / 4);
    };
    const look = (now: number): void => {
      spots.forEach(([x, y, size], index) => {
        seen[index]!.push([now, lightOf(ctx.getImageData(x, y, size, size).data)]);
      });
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }, points);
  await press(page, "Auto");
  await expect.poll(() => turn(page)).toMatch(/WINS/);
  await page.getByRole("button", { name: "Auto" }).waitFor();
  return page.evaluate(() => (window as unknown as { seen: [number, number][][] }).seen);
}

/** Times of opposing luminance changes of a tenth or more (WCAG 2.3.1): a flash is a pair of them. */
function turns(seen: readonly [number, number][]): number[] {
  const times: number[] = [];
  let extreme = seen[0]![1];
  let way = 0;
  for (const [time, light] of seen) {
    const step = light - extreme;
    if (step * way > 0) extreme = light;
    else if (Math.abs(step) >= 0.1) {
      times.push(time);
      way = Math.sign(step);
      extreme = light;
    }
  }
  return times;
}

/** The maximum number of flashes in any second. */
const flashes = (times: readonly number[]): number =>
  Math.max(
    0,
    ...times.map((from) => Math.floor(times.filter((at) => at >= from && at < from + 1000).length / 2)),
  );

test("at the highest speed that flashes nothing does so more than three times a second", async () => {
  const page = await browser.open("/nogo#3/scan/random/1", { stored: { speed: 2 } });
  await moves(page).waitFor();
  const [frame, ...cells] = (await recordLuminance(page, 3)).map(turns);
  // The frame flashes three times, and stays.
  expect(frame).toHaveLength(5);
  expect(Math.max(...cells.map(flashes))).toBeGreaterThanOrEqual(2);
  for (const times of [frame!, ...cells]) expect(flashes(times), times.join()).toBeLessThanOrEqual(3);
});

test("with reduced motion the frame appears once, and no point flashes", async () => {
  const page = await browser.open("/nogo#3/scan/random/1", { context: CALM, stored: { speed: 2 } });
  await moves(page).waitFor();
  const [frame, ...cells] = (await recordLuminance(page, 3)).map(turns);
  expect(frame).toHaveLength(1);
  for (const times of cells) expect(flashes(times), times.join()).toBeLessThanOrEqual(1);
});
