import { beforeAll, beforeEach, expect, test } from "vitest";
import { fakeClient, fakeJob } from "../api/client.fake";
import type { ProofStep, Solution } from "../api/types";
import { pointName } from "../board/pointName";
import { loadMessages } from "../i18n/t";
import { language } from "../settings";
import { FIRST_MATCH } from "./match";
import { childrenOf, lineEnd, type Proof, proofOf, proofPath, replyAt } from "./proof";
import { moveText, solutionSummary } from "./proofText";
import { GameSession } from "./session";
import { farPoint, SolveController } from "./solveController";

const AREA = { width: 15, height: 15 };
const named = (x: number, y: number) => ({ x, y, name: pointName(AREA, { x, y }) });
const step = (
  parent: number | null,
  color: ProofStep["color"],
  x: number,
  y: number,
  more: Partial<ProofStep> = {},
): ProofStep => ({
  parent,
  color,
  point: named(x, y),
  makes: [],
  threat: [],
  quiet: false,
  replies: [],
  foul: null,
  otherwise: false,
  sentence: "",
  ...more,
});
const SOLUTION: Solution = {
  answer: "won",
  winner: "black",
  fours: "fails",
  threats: "wins",
  quiet: "unasked",
  why: null,
  why_code: null,
  line: [],
  tree: [
    step(null, "black", 7, 7, {
      makes: ["three"],
      threat: [named(7, 6)],
      replies: [named(7, 6), named(7, 8)],
    }),
    step(0, "white", 7, 6),
    step(1, "black", 8, 8, { makes: ["four", "three"], replies: [named(9, 9)] }),
    step(0, "white", 7, 8),
    step(3, "black", 6, 6, { makes: ["five"] }),
    step(0, "black", 5, 5, { otherwise: true }),
  ],
  cut: false,
  danger: null,
  winning: [],
  reach: null,
  saved: null,
  nodes: 1,
  elapsed_ms: 1,
};

beforeAll(() => loadMessages("zh"));

beforeEach(() => {
  language.value = "en";
});

test("a proof has every reply, and a node for all others", () => {
  const proof = proofOf(SOLUTION)!;
  expect(proof.roots).toEqual([0]);
  expect(childrenOf(proof, 0).map((id) => proof.nodes[id]?.point?.name ?? null)).toEqual(["h9", "h7", null]);
  const other = replyAt(proof, 0, { x: 1, y: 1 })!;
  expect(proof.nodes[other]?.point).toBeNull();
  expect(proof.nodes[childrenOf(proof, other)[0]!]?.point?.name).toBe("f10");
  expect(proofPath(proof, 2)).toEqual([0, 1, 2]);
  expect(lineEnd(proof, null)).toBe(2);
});

test("the main line is used if the tree was cut", () => {
  const line = [step(null, "black", 1, 1), step(0, "white", 2, 2)];
  expect(proofOf({ ...SOLUTION, cut: true, line })?.nodes).toHaveLength(2);
});

test.each([
  ["en", 0, "makes a three; threatens h9; only h9 or h7 stops it"],
  ["en", 1, "one of 2 replies that parry the threat"],
  ["en", 2, "makes a four and a three; only j6 stops it"],
  ["en", 4, "makes five"],
  ["en", 5, "any other point"],
  ["zh", 0, "成活三，要在 h9 做杀，只有 h9或h7 能防"],
  ["zh", 1, "2 种能解杀的应手之一"],
  ["zh", 2, "成冲四、活三，只有 j6 能防"],
] as const)("each move says why, in %s: %i", (tongue, id, sentence) => {
  language.value = tongue;
  const proof = proofOf(SOLUTION) as Proof;
  expect(moveText(proof, proof.nodes[id]!)).toBe(sentence);
});

test("two equal shapes are a pair", () => {
  const tree = [step(null, "black", 7, 7, { makes: ["three", "three"], replies: [named(1, 1)] })];
  const proof = proofOf({ ...SOLUTION, tree })!;
  expect(moveText(proof, proof.nodes[0]!)).toBe("makes two threes; only b14 stops it");
});

test("a foul that bars the only defence is named", () => {
  const foul = { point: named(3, 3), kind: "three" as const };
  const tree = [step(null, "white", 7, 7, { makes: ["four"], replies: [], foul })];
  const proof = proofOf({ ...SOLUTION, winner: "white", tree })!;
  expect(moveText(proof, proof.nodes[0]!)).toBe(
    "makes a four; d12 would stop it, but is forbidden: double three",
  );
});

test("an open answer states what is known", () => {
  const open: Solution = { ...SOLUTION, answer: "open", winner: null, why_code: "time", tree: [] };
  expect(solutionSummary(open, "threats")).toEqual(["Undecided.", "Time is up."]);
  const near: Solution = { ...open, answer: "none", why_code: null, fours: "fails-near" };
  expect(solutionSummary(near, "fours")).toEqual(["No win of this kind found near the stones."]);
  expect(solutionSummary(SOLUTION, "threats")).toEqual(["Black wins by threats."]);
  expect(solutionSummary(SOLUTION, "quiet")).toEqual(["Black wins by threats."]);
  const quiet: Solution = { ...SOLUTION, threats: "open", quiet: "wins" };
  for (const kind of ["threats", "quiet"] as const)
    expect(solutionSummary(quiet, kind)).toEqual(["Black wins by threats with quiet moves between them."]);
});

test("a proof is stepped through on the board, and a stone selects the reply", async () => {
  const client = fakeClient({ solve: () => fakeJob(Promise.resolve(SOLUTION)) });
  const controller = new SolveController(client, new GameSession(client));
  const { session } = controller;
  await session.start({ ...FIRST_MATCH, level: null });
  await controller.solve();
  await controller.walk(1);
  expect(session.position.value.moves).toEqual([{ x: 7, y: 7 }]);
  expect(await controller.place({ x: 7, y: 8 })).toBe("proof");
  await controller.walk(1);
  expect(session.position.value.moves.at(-1)).toEqual({ x: 6, y: 6 });
  await controller.walk(-1);
  await controller.switchVariation(-1);
  expect(session.position.value.moves.at(-1)).toEqual({ x: 7, y: 6 });
  await controller.walk(-1);
  // The "anywhere else" node takes the point of the stone.
  expect(await controller.place({ x: 0, y: 0 })).toBe("proof");
  await controller.walk(1);
  expect(session.position.value.moves).toEqual([
    { x: 7, y: 7 },
    { x: 0, y: 0 },
    { x: 5, y: 5 },
  ]);
  await controller.toEnd(-1);
  expect(session.position.value.moves).toEqual([]);
});

test("a far point is free and away from all others", () => {
  expect(farPoint({ width: 5, height: 5 }, [{ x: 0, y: 0 }])).toEqual({ x: 4, y: 0 });
  expect(farPoint(null, [{ x: 3, y: 2 }])).toEqual({ x: 11, y: 2 });
});
