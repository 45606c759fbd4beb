import { expect, test } from "vitest";
import { PointTyping, type TypedInput } from "./pointTyping";

const AREA = { width: 15, height: 15 };

function type(keys: string[], area: typeof AREA | null = AREA): TypedInput {
  const typing = new PointTyping();
  return keys.map((key) => typing.feed(key, area)).at(-1)!;
}

test("a letter, digits and Enter are a point", () => {
  expect(type(["h", "8", "Enter"])).toEqual({ kind: "point", point: { x: 7, y: 7 } });
  expect(type(["o", "1", "5", "Enter"])).toEqual({ kind: "point", point: { x: 14, y: 0 } });
});

test("a single letter is left to the shortcuts", () => {
  const typing = new PointTyping();
  expect(typing.feed("h", AREA)).toEqual({ kind: "nothing" });
  expect(typing.letter()).toBe("h");
  expect(typing.letter()).toBeNull();
});

test("a letter with a digit is no shortcut", () => {
  const typing = new PointTyping();
  typing.feed("h", AREA);
  typing.feed("8", AREA);
  expect(typing.letter()).toBeNull();
  expect(typing.isName()).toBe(true);
});

test("a name off the board is reported as unknown", () => {
  expect(type(["z", "9", "Enter"])).toEqual({ kind: "unknown", text: "z9" });
});

test("Enter without a name and a digit without a letter are ignored", () => {
  expect(type(["Enter"])).toEqual({ kind: "nothing" });
  expect(type(["8"])).toEqual({ kind: "nothing" });
});

test("Escape clears the buffer", () => {
  expect(type(["h", "8", "Escape", "Enter"])).toEqual({ kind: "nothing" });
});

test("on an infinite board a point is two numbers", () => {
  expect(type(["-", "3", ",", "4", "Enter"], null)).toEqual({ kind: "point", point: { x: -3, y: 4 } });
});
