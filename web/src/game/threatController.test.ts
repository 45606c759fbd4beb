import { expect, test, vi } from "vitest";
import type { Client } from "../api/client";
import { fakeClient, fakeJob } from "../api/client.fake";
import type { Solution, SolutionRequest } from "../api/types";
import { FIRST_MATCH, type Match } from "./match";
import { GameSession } from "./session";
import { ThreatController, threatMarks } from "./threatController";

const FRIENDS: Match = { ...FIRST_MATCH, level: null };
const named = (x: number, y: number) => ({ x, y, name: `${x}-${y}` });

const solution = (change: Partial<Solution>): Solution =>
  ({ answer: "none", winner: null, line: [], tree: [], ...change }) as Solution;

async function threatening(change: Partial<Client>, match: Match = FRIENDS) {
  const session = new GameSession(fakeClient(change));
  const threats = new ThreatController(fakeClient(change), session);
  const stop = threats.watch();
  await session.start(match);
  await session.place({ x: 7, y: 7 });
  return { session, threats, stop };
}

test("the solver is asked about the stones with the other side to move", async () => {
  const asked: SolutionRequest[] = [];
  const win = { point: named(3, 3) } as Solution["line"][number];
  const { session, threats, stop } = await threatening({
    solve: (request) => {
      asked.push(request);
      return fakeJob(Promise.resolve(solution({ answer: "won", winner: "black", line: [win] })));
    },
  });
  expect(threats.isPending).toBe(false);
  threats.enabled.value = true;
  expect(threats.isPending).toBe(true);
  await vi.waitFor(() => expect(threats.threat).not.toBeNull());
  expect(asked[0]!.position.setup).toEqual({ stones: [{ x: 7, y: 7, color: "black" }], turn: "black" });
  expect(asked[0]!.ask).toEqual({ kind: "threats" });
  expect(threats.threat).toEqual({ side: "black", kind: "wins", line: [named(3, 3)] });
  expect(threatMarks(threats.threat)).toEqual([{ x: 3, y: 3, text: "1", tone: "threat" }]);
  // Another position is another question.
  await session.place({ x: 8, y: 8 });
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  expect(asked[1]!.position.setup!.turn).toBe("white");
  await vi.waitFor(() => expect(threats.isPending).toBe(false));
  // White was asked about, and Black wins: no threat of White's.
  expect(threats.threat).toMatchObject({ side: "white", kind: "none", line: [] });
  stop();
});

test("at NoGo the other side's best move is shown, which proves nothing", async () => {
  const match: Match = { ...FRIENDS, rule: "nogo", area: { width: 9, height: 9 } };
  const { threats, stop } = await threatening({}, match);
  threats.enabled.value = true;
  await vi.waitFor(() => expect(threats.threat?.kind).toBe("best"));
  expect(threats.threat).toMatchObject({ side: "black", line: [{ x: 0, y: 0 }] });
  stop();
});

test("what cannot be asked is told, and does not keep an analysis waiting", async () => {
  const { threats, stop } = await threatening({});
  threats.enabled.value = true;
  // The fake client solves nothing.
  await vi.waitFor(() => expect(threats.fault.value?.code).toBe("not_found"));
  expect([threats.threat, threats.isPending]).toEqual([null, false]);
  threats.enabled.value = false;
  expect(threats.threat).toBeNull();
  stop();
});
