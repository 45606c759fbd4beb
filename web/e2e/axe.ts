import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Axe {
  run(): Promise<{
    violations: { id: string; nodes: { target: string[]; failureSummary?: string }[] }[];
  }>;
}

/** Violations found by axe. The CSP forbids foreign scripts, so it is injected by the browser. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    // Finish color transitions between themes.
    for (const animation of document.getAnimations())
      if (animation instanceof CSSTransition) animation.finish();
    const { axe } = window as unknown as { axe: Axe };
    const { violations } = await axe.run();
    return violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.target.join(" ")} ${node.failureSummary ?? ""}`),
    );
  });
}
