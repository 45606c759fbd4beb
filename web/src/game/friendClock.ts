import type { FriendClocks, Seat, SideClock, TimeControl } from "../api/friendClient";

/** What a clock shows: time until the periods or the flag, and the periods that are left. */
export interface ClockFace {
  readonly ms: number;
  /** Periods that are left; null before they begin or without them. */
  readonly periods: number | null;
  readonly running: boolean;
}

/** The face of a side's clock at a time of the server's service clock. */
export function clockFace(control: TimeControl, clocks: FriendClocks, seat: Seat, nowMs: number): ClockFace {
  const running = clocks.running === seat;
  const spent = running ? Math.max(0, nowMs - clocks.from_ms) : 0;
  return { ...remaining(control, clocks[seat], spent), running };
}

function remaining(control: TimeControl, clock: SideClock, spent: number): Omit<ClockFace, "running"> {
  const main = clock.main_ms - spent;
  if (main > 0 || clock.periods === 0) return { ms: Math.max(0, main), periods: null };
  const whole = control.kind === "byo_yomi" ? control.period * 1000 : clock.period_ms;
  let [ms, periods] = [clock.period_ms + main, clock.periods];
  while (ms <= 0 && periods > 1) {
    ms += whole;
    periods--;
  }
  return { ms: Math.max(0, ms), periods: control.kind === "byo_yomi" ? periods : null };
}

/** Time as players read it: `4:07`, below ten seconds `9.3`, from an hour on `1:02:03`. */
export function clockText(ms: number): string {
  if (ms < 10_000) return (Math.floor(ms / 100) / 10).toFixed(1);
  const seconds = Math.floor(ms / 1000);
  const two = (number: number): string => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0
    ? `${hours}:${two(minutes)}:${two(seconds % 60)}`
    : `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
}
