import { expect, test, vi } from "vitest";
import { loadScript } from "./loadScript";

test("a script is asked for again until it comes", async () => {
  vi.useFakeTimers();
  const load = vi.fn<() => Promise<string>>();
  load.mockRejectedValueOnce(new TypeError("offline")).mockRejectedValueOnce(new TypeError("offline"));
  load.mockResolvedValue("script");
  const loaded = loadScript(load);
  await vi.advanceTimersByTimeAsync(249);
  expect(load).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(load).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(500);
  expect(await loaded).toBe("script");
  vi.useRealTimers();
});

test("an aborted load ends with the error", async () => {
  const stop = new AbortController();
  stop.abort();
  await expect(loadScript(() => Promise.reject(new TypeError("offline")), stop.signal)).rejects.toThrow(
    "offline",
  );
});
