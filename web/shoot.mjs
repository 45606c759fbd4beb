import { chromium } from "playwright-core";
import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
const out = "/tmp/shots"; mkdirSync(out, { recursive: true });
const server = spawn(process.env.TENGEN ?? "/tmp/tengen-old", ["serve", "--listen", "127.0.0.1:18765", "--data", "/tmp/shots/db", "--page", "/work/main/web/dist", "--log", "warn"], { stdio: ["ignore","pipe","pipe"] });
server.stdout.on("data", (d)=>process.stdout.write(d)); server.stderr.on("data", (d)=>process.stdout.write(d));
for (let i=0;i<100;i++){ try { await fetch("http://127.0.0.1:18765/health"); break; } catch { await new Promise((r) => setTimeout(r, 300)); } }
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox","--disable-gpu"] });
const SIZES = { p: [360,640,2], l: [844,390,2], t: [768,1024,1], d: [1366,768,1], w: [1920,1080,1], u: [3840,2160,1], n: [320,568,2], z: [683,384,1] };
const G = "h8i9i8g8h9h7";
const S = { start: ["/"], play: [`/#renju/15x15/${G}`], won: ["/#freestyle/15x15/h8i9i8g8h9h7j10g10i10i7j8k8j9j7j11k11j12"], inf: ["/#freestyle/infinite/(0,0)(1,1)(1,0)(2,0)(0,1)(-1,2)"],
 watch: ["/nogo#9/scan/random/1", async (p)=>{ await p.getByRole("slider").first().fill("30"); await p.waitForTimeout(300);} ], puz: ["/puzzles#72"], solve: ["/solve#renju/15x15/h8h9i8"], judge: ["/judge"],
 judged: ["/judge", async (p)=>{ await p.locator(".panel .button").nth(1).click(); await p.locator(".verdict").waitFor(); await p.waitForTimeout(500);} ], keys: ["/", async (p)=>{ await p.keyboard.press("?"); await p.waitForTimeout(500);} ], settings: ["/", async (p)=>{ await p.locator(".tools .button").last().click(); await p.waitForTimeout(500);} ], friend: ["/friend"],
 text: [`/#renju/15x15/${G}`, async (p)=>{ await p.keyboard.press("b"); await p.waitForTimeout(500);} ] };
const LOC = { en:"en-US", zh:"zh-CN", zht:"zh-TW", ja:"ja-JP", ko:"ko-KR", ru:"ru-RU" };
for (const name of process.argv.slice(2)) {
  const [s, z, lang="en", theme="wood", mode="light"] = name.split("-");
  const [width,height,dpr] = SIZES[z];
  const touch = z==="p"||z==="l"||z==="n";
  const context = await browser.newContext({ viewport:{width,height}, deviceScaleFactor: dpr===2?2:1, locale: LOC[lang], serviceWorkers:"block", hasTouch: touch, isMobile: touch });
  await context.addInitScript(([t,m])=>{ localStorage.setItem("tengen.theme", JSON.stringify(t)); localStorage.setItem("tengen.mode", JSON.stringify(m)); }, [theme, mode]);
  const page = await context.newPage();
  page.on("pageerror", e=>console.log(name, "ERR", e.message));
  await page.goto("http://127.0.0.1:18765"+S[s][0]);
  await page.locator(".stage [role=grid], .stage canvas, .stage .drop, .panel").first().waitFor({timeout:60000}).catch(e=>console.log(name,"no board"));
  await page.waitForTimeout(800);
  try { await S[s][1]?.(page); } catch (e) { console.log(name, String(e).slice(0,200)); }
  await page.screenshot({ path: `${out}/${name}.png` });
  await context.close();
}
await browser.close(); server.kill();
