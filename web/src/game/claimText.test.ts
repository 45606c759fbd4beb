import { beforeAll, expect, test } from "vitest";
import { loadMessages } from "../i18n/t";
import { language } from "../settings";
import { claimText, repairText } from "./claimText";

beforeAll(() => loadMessages("zh"));

test.each([
  ["white won", "White won", "白方胜"],
  ["Black won by time", "Black won on time", "黑方胜（对方超时）"],
  ["a draw", "a draw", "和棋"],
  ["no result", "no result", "无结果"],
  ["a result that is not known", "an unknown result", "无法识别的结果"],
  ["something new", "something new", "something new"],
])("%j is localized", (claim, en, zh) => {
  language.value = "en";
  expect(claimText(claim)).toBe(en);
  language.value = "zh";
  expect(claimText(claim)).toBe(zh);
});

test("a result that was not read is localized with its place, any other repair is not", () => {
  language.value = "zh";
  const repair = 'line 2, column 7: "Q+" is not a result that is known: write black; it is kept as it stands';
  expect(repairText(repair)).toBe('第 2 行第 7 列："Q+" 不是可识别的结果，已原样保留。');
  expect(repairText("something else")).toBe("something else");
});
