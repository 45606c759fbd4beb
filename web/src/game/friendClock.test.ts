import { expect, test } from "vitest";
import type { FriendClocks, SideClock, TimeControl } from "../api/friendClient";
import { clockFace, clockText } from "./friendClock";

const clocks = (host: SideClock, running: "host" | "guest" | null = "host"): FriendClocks => ({
  host,
  guest: { main_ms: 60_000, periods: 0, period_ms: 0 },
  running,
  from_ms: 1000,
  most_lag_ms: 500,
});
const FISCHER: TimeControl = { kind: "fischer", main: 60, increment: 5 };
const BYO: TimeControl = { kind: "byo_yomi", main: 10, periods: 3, period: 30 };

test("a clock that runs counts down from when it began, the other stands still", () => {
  const both = clocks({ main_ms: 50_000, periods: 0, period_ms: 0 });
  expect(clockFace(FISCHER, both, "host", 11_000)).toEqual({ ms: 40_000, periods: null, running: true });
  expect(clockFace(FISCHER, both, "guest", 11_000)).toEqual({ ms: 60_000, periods: null, running: false });
  expect(clockFace(FISCHER, both, "host", 500_000).ms).toBe(0);
  expect(clockFace(FISCHER, both, "host", 0).ms, "a clock of the browser that is late").toBe(50_000);
});

test("periods begin after the main time and are used up one by one", () => {
  const side = { main_ms: 10_000, periods: 3, period_ms: 30_000 };
  const at = (ms: number) => clockFace(BYO, clocks(side), "host", 1000 + ms);
  expect(at(9_000)).toEqual({ ms: 1_000, periods: null, running: true });
  expect(at(15_000)).toEqual({ ms: 25_000, periods: 3, running: true });
  expect(at(45_000)).toEqual({ ms: 25_000, periods: 2, running: true });
  expect(at(99_000)).toEqual({ ms: 1_000, periods: 1, running: true });
  expect(at(200_000).ms).toBe(0);
});

test("per move there is one period, which is not counted", () => {
  const face = clockFace(
    { kind: "per_move", seconds: 20 },
    clocks({ main_ms: 0, periods: 1, period_ms: 20_000 }),
    "host",
    6000,
  );
  expect(face).toEqual({ ms: 15_000, periods: null, running: true });
});

test("time reads as players write it", () => {
  expect([0, 940, 9_999, 10_000, 247_000, 3_723_000].map(clockText)).toEqual([
    "0.0",
    "0.9",
    "9.9",
    "0:10",
    "4:07",
    "1:02:03",
  ]);
});
