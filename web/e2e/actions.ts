import type { Page } from "playwright-core";
import { cell, lastAt } from "./browser";

// Actions of a person, each with the wait for its visible effect.

/** Places a stone with the mouse. */
export async function place(page: Page, x: number, y: number): Promise<void> {
  await page.locator(cell(x, y)).click();
  await page.locator(lastAt(x, y)).waitFor();
}

/** Places a stone by touch: by a second tap where points are so small that the board asks for it. */
export async function tapPoint(page: Page, x: number, y: number): Promise<void> {
  await page.locator(cell(x, y)).tap();
  const asked = page.locator(".notice", { hasText: "tap again to place" });
  await asked
    .or(page.locator(lastAt(x, y)))
    .first()
    .waitFor();
  if (await asked.isVisible()) await page.locator(cell(x, y)).tap();
  await page.locator(lastAt(x, y)).waitFor();
}

/** Waits until the server has acknowledged every move. */
export const saved = (page: Page): Promise<void> =>
  page.locator('.sync-status[data-status="saved"]').waitFor();

/** All moves of all variations, as listed in the panel. */
export const moves = (page: Page): Promise<string[]> => page.locator(".moves .move-text").allTextContents();

export const status = (page: Page): Promise<string | null> => page.locator(".status-text").textContent();

export const press = (page: Page, name: string): Promise<void> =>
  page.getByRole("button", { name, exact: true }).click();

/** Starts a game with these settings; others keep their value. */
export async function begin(
  page: Page,
  choices: Readonly<Record<string, string>> & { readonly Size?: string },
): Promise<void> {
  await press(page, "New game");
  for (const [group, choice] of Object.entries(choices)) {
    if (group === "Size") await page.getByLabel("Size").selectOption(choice);
    else
      await page
        .getByRole("group", { name: group })
        .getByRole("radio", { name: choice, exact: true })
        .check();
  }
  await press(page, "Start");
  await page.locator("dialog").waitFor({ state: "detached" });
}

/** Drops a file on the screen, once its script is loaded. */
export async function drop(page: Page, name: string, bytes: Buffer): Promise<void> {
  await page.locator("main:not(:has(> .stage > .board.waiting))").waitFor();
  const files = await page.evaluateHandle(
    ([title, content]) => {
      const transfer = new DataTransfer();
      const body = Uint8Array.from(atob(content), (sign) => sign.charCodeAt(0));
      transfer.items.add(new File([body], title));
      return transfer;
    },
    [name, bytes.toString("base64")] as const,
  );
  await page.dispatchEvent("main", "drop", { dataTransfer: files });
}

/** Pastes text at the focus. */
export async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", pasted);
    const target = document.activeElement ?? document.body;
    target.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

/** Waits for the board, the animation or the drop zone of a screen. */
export const ready = (page: Page): Promise<void> =>
  page.locator(".stage [role=grid], .stage canvas, .stage .drop").first().waitFor();

/** Chooses a language of the page, also while a sheet lies over the menu. */
export async function speak(page: Page, language: string): Promise<void> {
  await page.locator(".language select").evaluate((menu: HTMLSelectElement, chosen) => {
    menu.value = chosen;
    menu.dispatchEvent(new Event("change", { bubbles: true }));
  }, language);
  await page.locator(`html[lang=${language === "zh" ? "zh-Hans" : language}]`).waitFor();
}

/** Judges the example records of the judge screen. */
export async function judgeExample(page: Page): Promise<void> {
  await press(page, "Try an example");
  await page.locator(".verdict").waitFor();
}
