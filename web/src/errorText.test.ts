import { readFileSync } from "node:fs";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { errorText, faultReason } from "./errorText";
import { LANGUAGES } from "./i18n/language";
import { loadMessages, type MessageKey, t } from "./i18n/t";
import { language } from "./settings";

const { components } = JSON.parse(readFileSync(new URL("api/openapi.json", import.meta.url), "utf8"));
const CODES: string[] = components.schemas.Code.enum;
const REASONS: string[] = components.schemas.ReasonCode.enum;

beforeAll(() => Promise.all(LANGUAGES.map(loadMessages)));
beforeEach(() => {
  language.value = "en";
});

describe.each(LANGUAGES)("in %s", (tongue) => {
  beforeEach(() => {
    language.value = tongue;
  });

  test("every code and every reason of the API has a message", () => {
    for (const code of CODES) expect(t(`fault.${code}` as MessageKey), code).toBeTruthy();
    for (const code of REASONS) {
      const text = t(`reason.${code}` as MessageKey, { message: "the moon is full" });
      expect(text, code).toBeTruthy();
      // English messages come from the server; no other language says them.
      if (tongue !== "en") expect(text, code).not.toContain("the moon is full");
    }
  });
});

test("a reason is told with its parameters", () => {
  const reason = { code: "row_length" as const, params: { found: "14", expected: "15" } };
  const fault = { code: "bad_record", message: "this row has 14 points", reason };
  expect(faultReason(fault)).toBe("this row has 14 points");
  language.value = "zh";
  expect(errorText(fault)).toBe("棋谱无法读取：这一行有 14 个点，应有 15 个");
  language.value = "ru";
  expect(faultReason(fault)).toBe("В строке пунктов: 14, а нужно 15");
});

test("an unknown code falls back to the server's message, an unknown reason too", () => {
  expect(errorText({ code: "unheard_of", message: "the moon is full" })).toContain("the moon is full");
  expect(errorText({ code: "illegal_move", message: "h8 is taken" })).toBe(
    "A move is not legal: h8 is taken",
  );
  const reason = { code: "full_moon" as "occupied" };
  expect(faultReason({ code: "illegal_move", message: "h8 is taken", reason })).toBe("h8 is taken");
});
