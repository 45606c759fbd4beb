import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { FIRST_MATCH } from "../src/game/match";
import { press } from "./actions";
import { cell, stones, useBrowser } from "./browser";

const browser = useBrowser();

/** Put before the script of workers: keeps the instances that they make, for tests to look at. */
const KEEP_INSTANCES = `
  const instantiate = WebAssembly.instantiate;
  globalThis.instances = [];
  WebAssembly.instantiate = async (...given) => {
    const instance = await instantiate(...given);
    globalThis.instances.push(instance);
    return instance;
  };
`;

interface ObservedScope {
  readonly instances: readonly { readonly exports: { readonly memory: WebAssembly.Memory } }[];
}

/** Opens the page with workers whose memory can be looked at. */
async function openObserved(path: string, level: number): Promise<Page> {
  const prepare = (page: Page): Promise<unknown> =>
    page.route("**/assets/workerScript-*.js", async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: KEEP_INSTANCES + (await response.text()) });
    });
  const page = await browser.open(path, { stored: { match: { ...FIRST_MATCH, level } }, prepare });
  await page.locator("[role=grid]").waitFor();
  await expect.poll(() => page.workers().length).toBeGreaterThan(1);
  return page;
}

/** Bytes of memory of all instances in all workers. */
async function engineMemory(page: Page): Promise<number> {
  const sizes = page.workers().map((worker) =>
    worker.evaluate(() => {
      const { instances } = globalThis as unknown as ObservedScope;
      return instances.reduce((sum, { exports }) => sum + exports.memory.buffer.byteLength, 0);
    }),
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

test("a worker that runs out of memory is replaced, the page says so, and the game goes on", async () => {
  const page = await openObserved("/#freestyle/15x15", 4);
  await page.locator(cell(7, 7)).click();
  await expect.poll(() => stones(page)).toBe(2);
  expect(await page.locator(".offline", { hasText: "Engine restarted" }).count()).toBe(0);
  // Take all that the workers may still have: the tables of a hint, larger than those of level 4, find no room.
  for (const worker of page.workers())
    await worker.evaluate(() => {
      for (const { exports } of (globalThis as unknown as ObservedScope).instances)
        for (let pages = 4096; pages > 0; pages >>= 1)
          try {
            for (;;) exports.memory.grow(pages);
          } catch {
            // The limit of the module.
          }
    });
  await press(page, "Hint");
  await page.locator(".offline", { hasText: "Engine restarted" }).waitFor();
  await page.locator(cell(0, 0)).click();
  await expect.poll(() => stones(page)).toBe(4);
  await page.locator(cell(14, 14)).click();
  await expect.poll(() => stones(page)).toBe(6);
});

const GAMES = 100;
const SETTLED = 20;

test(`${GAMES} games in a row take no more memory than ${SETTLED}`, async () => {
  const page = await openObserved("/#nogo/3x3", 1);
  const cdp = await page.context().newCDPSession(page);
  const measure = async (): Promise<{ heap: number; nodes: number; engine: number }> => {
    await cdp.send("HeapProfiler.collectGarbage");
    const { usedSize: heap } = await cdp.send("Runtime.getHeapUsage");
    const { nodes } = await cdp.send("Memory.getDOMCounters");
    return { heap, nodes, engine: await engineMemory(page) };
  };
  await playGames(page, SETTLED);
  const before = await measure();
  await playGames(page, GAMES - SETTLED);
  const after = await measure();
  expect(after.engine).toBe(before.engine);
  expect(after.nodes).toBeLessThan(before.nodes * 1.2 + 100);
  expect(after.heap - before.heap).toBeLessThan(1e6);
});

/** Plays games on the page to their end, the first free point each time. */
async function playGames(page: Page, count: number): Promise<void> {
  const played = await page.evaluate(async (games) => {
    const cells = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>("[role=gridcell]")];
    const label = (each: HTMLElement): string => each.getAttribute("aria-label") ?? "";
    const stoneCount = (): number => cells().filter((each) => /move/.test(label(each))).length;
    const isOver = (): boolean => /wins|won/i.test(document.querySelector(".status-text")?.textContent ?? "");
    const until = async (is: () => boolean): Promise<void> => {
      while (!is()) await new Promise((done) => setTimeout(done, 2));
    };
    let moves = 0;
    for (let game = 0; game < games; game++) {
      location.hash = "#nogo/3x3";
      await until(() => stoneCount() === 0 && !isOver());
      while (!isOver()) {
        const before = stoneCount();
        const free = cells().find((each) => /empty$/.test(label(each)))!;
        const box = free.getBoundingClientRect();
        const at = { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2, bubbles: true };
        const pointer = { ...at, pointerId: 1, pointerType: "mouse", button: 0 };
        for (const kind of ["pointerdown", "pointerup"]) free.dispatchEvent(new PointerEvent(kind, pointer));
        await until(() => isOver() || stoneCount() >= before + 2);
        moves += stoneCount() - before;
      }
    }
    return moves;
  }, count);
  expect(played).toBeGreaterThan(count * 3);
}
