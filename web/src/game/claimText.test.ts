import { expect, test } from "vitest";
import { language } from "../settings";
import { claimText } from "./claimText";

test.each([
  ["white won", "White won", "白方胜"],
  ["Black won by time", "Black won on time", "黑方胜（对方超时）"],
  ["a draw", "a draw", "和棋"],
  ["no result", "no result", "无结果"],
  ["a result that is not known", "a result that is not known", "无法识别的结果"],
  ["something new", "something new", "something new"],
])("%j is localized", (claim, en, zh) => {
  language.value = "en";
  expect(claimText(claim)).toBe(en);
  language.value = "zh";
  expect(claimText(claim)).toBe(zh);
});
