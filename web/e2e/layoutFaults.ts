import type { Page } from "playwright-core";

/** Words that are cut, lie over each other or leave their box, and controls that lie over each other. */
export const layoutFaults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    /** Not seen, not laid out in lines, or cut with dots on purpose. */
    const PASSED_OVER =
      ".visually-hidden, .skip, .text-board, .toast, .notice, .grid, .line, .graph-tip, option, select";
    const CONTROLS = "button, select, textarea, input:not([type=radio], [type=checkbox])";
    /** Pixels that glyphs may lie over those of the next line, or beside their box. */
    const [HIGH, WIDE] = [5, 1.5];

    const found = new Set<string>();
    const root = document.querySelector("dialog[open]") ?? document.body;
    const isSeen = (element: Element): boolean =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true });

    /** What boxes around an element leave of a box; whether words are cut by one that does not scroll. */
    const clip = (box: DOMRect, element: HTMLElement): { seen: DOMRect; isCut: boolean } => {
      let { left, right, top, bottom } = box;
      let isCut = false;
      for (let up: HTMLElement | null = element; up; up = up.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(up);
        const outer = up.getBoundingClientRect();
        if (overflowY !== "visible")
          [top, bottom] = [Math.max(top, outer.top), Math.min(bottom, outer.bottom)];
        if (overflowX === "visible") continue;
        const isOut = left >= outer.right || right <= outer.left;
        if (bottom - top > HIGH && !isOut && !up.matches(".scroll"))
          isCut ||= right > outer.right + WIDE || left < outer.left - WIDE;
        [left, right] = [Math.max(left, outer.left), Math.min(right, outer.right)];
      }
      return { seen: new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top)), isCut };
    };
    const overlap = (one: DOMRect, other: DOMRect): { across: number; down: number } => ({
      across: Math.min(one.right, other.right) - Math.max(one.left, other.left),
      down: Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top),
    });

    const words: { text: string; seen: DOMRect; element: HTMLElement }[] = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent!.trim();
      const element = node.parentElement!;
      if (!text || element.closest(PASSED_OVER) || !isSeen(element)) continue;
      const frame = element.closest("button, a, .chip, .segment span")?.getBoundingClientRect();
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const box of range.getClientRects()) {
        const { seen, isCut } = clip(box, element);
        if (seen.width < 1 || seen.height < HIGH) continue;
        if (isCut) found.add(`"${text}" is cut`);
        if (frame && (box.right > frame.right + WIDE || box.left < frame.left - WIDE))
          found.add(`"${text}" leaves its button`);
        words.push({ text, seen, element });
      }
    }
    for (const [index, { text, seen, element }] of words.entries())
      for (const other of words.slice(index + 1)) {
        if (other.element === element) continue;
        const { across, down } = overlap(seen, other.seen);
        if (across > WIDE && down > HIGH) found.add(`"${text}" lies over "${other.text}"`);
      }

    const controls = [...root.querySelectorAll<HTMLElement>(CONTROLS)]
      .filter((each) => isSeen(each) && !each.closest(".visually-hidden, .grid, .board, .language, .skip"))
      .map((element) => ({ element, ...clip(element.getBoundingClientRect(), element) }));
    const nameOf = (element: HTMLElement): string =>
      element.getAttribute("aria-label") || element.textContent || element.tagName;
    for (const [index, { element, seen }] of controls.entries())
      for (const other of controls.slice(index + 1)) {
        const { across, down } = overlap(seen, other.seen);
        if (across > WIDE && down > WIDE)
          found.add(`${nameOf(element)} lies over ${nameOf(other.element)} by ${Math.round(down)} px`);
      }
    return [...found];
  });
