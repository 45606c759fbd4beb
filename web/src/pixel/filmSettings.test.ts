import { expect, test } from "vitest";
import { filmRequest, formatFilmLink, PLAYERS, parseFilmLink, SIDES } from "./filmSettings";

test("settings round-trip through the link", () => {
  for (const side of SIDES)
    for (const black of PLAYERS)
      for (const white of PLAYERS) {
        const settings = { side, black, white, seed: 7 * side };
        expect(parseFilmLink(`#${formatFilmLink(settings)}`)).toEqual(settings);
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
])("%j is rejected", (link) => expect(parseFilmLink(link)).toBeNull());

test("only the engine has a level", () => {
  const request = filmRequest({ side: 5, black: "engine", white: "scan", seed: 3 });
  expect(request).toEqual({
    size: { width: 5, height: 5 },
    black: { kind: "engine", level: 5 },
    white: { kind: "scan" },
    seed: 3,
  });
});
