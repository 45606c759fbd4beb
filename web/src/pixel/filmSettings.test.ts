import { expect, test } from "vitest";
import { HANDS, linkedWish, questionOf, SIDES, wishLink } from "./filmSettings";

test("a wish is its link", () => {
  for (const side of SIDES)
    for (const black of HANDS)
      for (const white of HANDS) {
        const wish = { side, black, white, seed: 7 * side };
        expect(linkedWish(`#${wishLink(wish)}`)).toEqual(wish);
      }
});

test.each([
  "",
  "#",
  "#9",
  "#1/scan/scan/1",
  "#26/scan/scan/1",
  "#9/scan/cheat/1",
  "#9/scan/scan/x",
  "#9/scan/scan/-1",
])("%j is no wish", (link) => expect(linkedWish(link)).toBeNull());

test("only the engine has a level", () => {
  const question = questionOf({ side: 5, black: "engine", white: "scan", seed: 3 });
  expect(question).toEqual({
    size: { width: 5, height: 5 },
    black: { kind: "engine", level: 5 },
    white: { kind: "scan" },
    seed: 3,
  });
});
