import { execFile } from "node:child_process";
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { violations } from "./axe";
import { cell, lastAt, stones, useBrowser } from "./browser";
import { hostFolder, type WebHost } from "./staticHost";

// The package as its users have it: installed from the tarball into a folder with nothing else.

const run = promisify(execFile);
const browser = useBrowser();
const BUILT = resolve(process.env.CARGO_TARGET_DIR ?? "../target", "npm");
let folder: string;
let host: WebHost;
/** The package on another origin, as a CDN has it. */
let otherHost: WebHost;

beforeAll(async () => {
  const tarball = readdirSync(BUILT).find((name) => /^tengen-.*\.tgz$/.test(name));
  if (!tarball) throw new Error(`there is no tarball in ${BUILT}: make npm`);
  folder = mkdtempSync(join(tmpdir(), "tengen-npm-"));
  writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }');
  await run("npm", ["install", "--offline", "--no-audit", "--no-fund", join(BUILT, tarball)], {
    cwd: folder,
  });
  copyFileSync(join(folder, "node_modules/tengen/demo.html"), join(folder, "demo.html"));
  host = await hostFolder(folder, "");
  otherHost = await hostFolder(folder, "", { "access-control-allow-origin": "*" });
});

afterAll(() => {
  host?.close();
  otherHost?.close();
  if (folder) rmSync(folder, { recursive: true });
});

/** The examples of the README in one language. */
const examples = (language: string): string[] =>
  [
    ...readFileSync("npm/README.md", "utf8").matchAll(new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``, "g")),
  ].map(([, code]) => code!);

/** What an example says that it prints: comments after what prints, and those of their own below it. */
const expected = (code: string): string =>
  [...code.matchAll(/console\.log\(.*\);((?: \/\/ .*)|(?:\n\/\/ .*)+)/g)]
    .flatMap(([, comments]) => comments!.trim().split("\n"))
    .map((comment) => `${comment.replace("// ", "")}\n`)
    .join("");

/** Compiles files of the folder, with the declarations of the package and no others but the browser's. */
async function compile(files: readonly string[]): Promise<void> {
  const compilerOptions = {
    ...{
      strict: true,
      target: "es2022",
      lib: ["es2023", "dom"],
      module: "nodenext",
      types: [],
      outDir: "out",
    },
    noEmitOnError: true,
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
  await run(resolve("node_modules/.bin/tsc"), ["--project", "."], { cwd: folder });
}

test("the examples of the README are well typed and print what they say", async () => {
  const codes = examples("ts");
  expect(codes.length).toBeGreaterThan(1);
  const names = codes.map((code, index) => {
    writeFileSync(join(folder, `example${index}.ts`), code);
    return `example${index}`;
  });
  await compile(names.map((name) => `${name}.ts`));
  for (const [index, name] of names.entries()) {
    const { stdout } = await run("node", [join(folder, "out", `${name}.js`)]);
    expect(stdout).toBe(expected(codes[index]!));
  }
});

test("types hold callers to the API", async () => {
  const lines = [
    'import { createTengen } from "tengen";',
    'import "tengen/board";',
    'document.querySelector("tengen-board")!.on("move", ({ detail }) => detail.color.length);',
    'createTengen().think({ position: { rule: "chess", area: null, moves: [] } });',
  ];
  writeFileSync(join(folder, "wrong.ts"), lines.join("\n"));
  const failed = await compile(["wrong.ts"]).catch((error: { stdout: string }) => error.stdout);
  expect(failed).toMatch(/^wrong\.ts\(4,\d+\): error TS2322: Type '"chess"' is not assignable to type/);
  expect(String(failed).match(/error TS/g)).toHaveLength(1);
});

test("in Node a search hears that it is to end, and a program ends by itself", async () => {
  const code = `
    import { createTengen, parsePosition } from "tengen";
    const tengen = createTengen();
    const position = parsePosition("freestyle/15x15/h8");
    const long = tengen.think({ position, time_ms: 60000 }, { onUpdate: () => long.finish() });
    const { lines } = await long.result;
    const stopped = tengen.think({ position, time_ms: 60000 });
    setTimeout(() => stopped.stop(), 50);
    const fault = await stopped.result.catch((error) => error.code);
    const film = await tengen.film({ size: { width: 5, height: 5 }, black: { kind: "scan" }, white: { kind: "random" }, seed: 1 });
    console.log(lines.length, fault, film.frames.length > 5);
    await tengen.load();`;
  writeFileSync(join(folder, "finish.js"), code);
  const { stdout } = await run("node", ["finish.js"], { cwd: folder, timeout: 50_000 });
  expect(stdout).toBe("1 stopped true\n");
});

test("the demo plays against the engine", async () => {
  expect(readFileSync("npm/demo.html", "utf8").trim().split("\n").length).toBeLessThanOrEqual(40);
  const page = await browser.open("/demo.html", { address: host.address });
  await page.locator(cell(7, 7)).click();
  await expect.poll(() => stones(page)).toBe(2);
  // A point that is taken stays as it is, and the page says why.
  await page.locator(cell(7, 7)).click();
  await page.getByText("There is a stone on h8").last().waitFor();
  // By the keyboard: the name of a point.
  await page.locator(cell(7, 7)).focus();
  await page.keyboard.type("a1");
  await page.keyboard.press("Enter");
  await page.locator(lastAt(0, 14)).or(page.locator('[aria-label^="a1, Black"]')).first().waitFor();
  await expect.poll(() => stones(page)).toBe(4);
  expect(await violations(page)).toEqual([]);
});

test("the board shows attributes, views and themes, and says what is wrong with them", async () => {
  mkdirSync(join(folder, "board"), { recursive: true });
  const html = examples("html")[0]!.replaceAll("./node_modules", "/node_modules");
  writeFileSync(join(folder, "board/index.html"), `<!doctype html><link rel="icon" href="data:,">${html}`);
  const page = await browser.open("/board/", { address: host.address });
  await page.locator(cell(7, 7)).waitFor();
  expect(await stones(page)).toBe(3);
  const label = (x: number, y: number): Promise<string | null> =>
    page.locator(cell(x, y)).getAttribute("aria-label");
  expect(await label(6, 6)).toBe("g9, Black, move 3, last move");
  const set = (attributes: Record<string, string>): Promise<void> =>
    page.locator("tengen-board").evaluate((board, changed) => {
      for (const [name, value] of Object.entries(changed)) board.setAttribute(name, value);
    }, attributes);
  const pixel = (): Promise<string> =>
    page
      .locator("canvas")
      .first()
      .evaluate((canvas) => {
        const { data } = (canvas as HTMLCanvasElement).getContext("2d")!.getImageData(2, 2, 1, 1);
        return data.join();
      });
  const colors = new Set<string>();
  for (const theme of ["wood", "pixel", "contrast"])
    for (const mode of ["light", "dark"]) {
      await set({ theme, mode });
      await page.evaluate(() => new Promise(requestAnimationFrame));
      colors.add(await pixel());
    }
  // The two modes of the theme "pixel" have one board.
  expect(colors.size).toBe(5);
  await set({ lang: "zh", moves: "h8" });
  await expect.poll(() => label(7, 7)).toMatch(/黑/);
  await set({ lang: "en", moves: "h8q1" });
  await page.getByRole("alert").waitFor();
  expect(await page.getByRole("alert").textContent()).toBe('character 15: "q1" is not a point of this board');
  await set({ position: "nogo/5x5/a1" });
  await expect.poll(() => label(0, 4)).toBe("a1, Black, move 1, last move");
  // Not interactive: nothing is chosen.
  const moves = page.evaluate(
    () =>
      new Promise((done) => {
        addEventListener("move", () => done("move"));
        addEventListener("point", ({ detail }: CustomEventInit) => detail?.name === "e5" && done("point"));
      }),
  );
  await page.locator(cell(0, 4)).click();
  await page.locator(cell(4, 0)).hover();
  expect(await moves).toBe("point");
});

test("a page uses the package from another host", async () => {
  const demo = readFileSync(join(folder, "demo.html"), "utf8");
  const moved = demo.replaceAll("./node_modules", `${otherHost.address}/node_modules`);
  expect(moved).not.toBe(demo);
  writeFileSync(join(folder, "cdn.html"), moved);
  const page = await browser.open("/cdn.html", { address: host.address });
  await page.locator(cell(7, 7)).click();
  await expect.poll(() => stones(page)).toBe(2);
});
