// Renders the PNG icons from icon.svg: npm run icons
import { readFileSync } from "node:fs";
import { chromium } from "playwright-core";

const FOLDER = new URL("../public/", import.meta.url).pathname;
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
const drawing = readFileSync(`${FOLDER}icon.svg`, "utf8").replace('rx="14"', "");
for (const side of [192, 512]) {
  const page = await browser.newPage({ viewport: { width: side, height: side } });
  await page.setContent(`<style>body{margin:0}svg{display:block;width:100vw}</style>${drawing}`);
  await page.screenshot({ path: `${FOLDER}icon-${side}.png` });
}
await browser.close();
