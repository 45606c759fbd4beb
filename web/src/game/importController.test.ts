import { expect, test, vi } from "vitest";
import { ApiError } from "../api/client";
import { fakeClient } from "../api/client.fake";
import type { ImportResponse } from "../api/types";
import { ImportController } from "./importController";

const BOARD = { rule: "renju", area: { width: 15, height: 15 } } as const;
const INFO = { black: "", white: "", round: "", date: "", place: "", result: "" };
const GAME = { ...BOARD, setup: null, title: "", info: INFO, comment: "", nodes: [], losses: [] };
const file = (part: Partial<ImportResponse>): ImportResponse => ({
  ...{ content: "sgf", count: 1, list: [], number: 1, game: GAME },
  ...part,
});

test("a single game is opened, of several one is chosen", async () => {
  const ask = vi.fn(async (_: unknown, reading?: { game?: number }) =>
    file({ count: 3, number: reading?.game ?? 1 }),
  );
  const put = vi.fn(async () => null);
  const controller = new ImportController(fakeClient({ import: ask }), () => BOARD, put);
  expect(await controller.read("two games")).toBe(false);
  expect(controller.choices.value?.count).toBe(3);
  expect(put).not.toHaveBeenCalled();
  expect(await controller.choose(2)).toBe(true);
  expect(ask).toHaveBeenLastCalledWith("two games", expect.objectContaining({ game: 2 }));
  expect(controller.needsAttention).toBe(false);
});

test("an error is reported and nothing is opened", async () => {
  const fault = { code: "bad_record", message: "no", place: { line: 3, column: 4 } };
  const put = vi.fn(async () => null);
  const client = fakeClient({ import: () => Promise.reject(new ApiError(fault)) });
  const controller = new ImportController(client, () => BOARD, put);
  expect(await controller.read("???")).toBe(false);
  expect(controller.fault.value).toEqual(fault);
  expect(controller.text.value).toBe("???");
  expect(put).not.toHaveBeenCalled();
  controller.clear();
  expect(controller.needsAttention).toBe(false);
});

test("losses need attention", async () => {
  const losses = [{ kind: "signs" as const, count: 2 }];
  const client = fakeClient({ import: async () => file({ game: { ...GAME, losses } }) });
  const controller = new ImportController(
    client,
    () => BOARD,
    async () => null,
  );
  expect(await controller.read("x")).toBe(true);
  expect(controller.needsAttention).toBe(true);
  expect(controller.losses.value).toEqual(["Signs on the board: 2"]);
});
