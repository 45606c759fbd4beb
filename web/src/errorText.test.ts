import { readFileSync } from "node:fs";
import { beforeEach, expect, test } from "vitest";
import { errorText } from "./errorText";
import { en } from "./i18n/en";
import { language } from "./settings";

const { components } = JSON.parse(readFileSync(new URL("api/openapi.json", import.meta.url), "utf8"));
const CODES: string[] = components.schemas.Code.enum;

beforeEach(() => {
  language.value = "en";
});

test.each(CODES)("what the server calls %s has words", (code) => {
  expect(en).toHaveProperty([`fault.${code}`]);
});

test("what is new is told as the server tells it", () => {
  expect(errorText({ code: "unheard_of", message: "the moon is full" })).toContain("the moon is full");
  expect(errorText({ code: "illegal_move", message: "h8 is taken" })).toBe("A move cannot be: h8 is taken");
});
