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

test.each(CODES)("error code %s has a message", (code) => {
  expect(en).toHaveProperty([`fault.${code}`]);
});

test("an unknown code falls back to the server's message", () => {
  expect(errorText({ code: "unheard_of", message: "the moon is full" })).toContain("the moon is full");
  expect(errorText({ code: "illegal_move", message: "h8 is taken" })).toBe("A move cannot be: h8 is taken");
});
