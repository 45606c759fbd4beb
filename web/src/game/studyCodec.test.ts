import { deflateRawSync } from "node:zlib";
import { expect, test } from "vitest";
import type { Study } from "../api/types";
import { decodeStudy, encodeStudy } from "./studyCodec";

const INFO = { black: "", white: "", round: "", date: "", place: "", result: "" };
const EMPTY: Study = {
  rule: "renju",
  area: { width: 15, height: 15 },
  title: "",
  info: INFO,
  comment: "",
  nodes: [],
  at: 0,
};

const pack = (text: string): string => `study/1/${deflateRawSync(Buffer.from(text)).toString("base64url")}`;
const reasonOf = (fragment: string): Promise<string> =>
  decodeStudy(fragment).then(
    () => "read",
    (error) => error.reason,
  );

class Chance {
  constructor(private seed: number) {}
  below(limit: number): number {
    this.seed = (this.seed * 48271) % 2147483647;
    return this.seed % limit;
  }
}

function randomStudy(chance: Chance): Study {
  const area = chance.below(4) === 0 ? null : { width: 5 + chance.below(18), height: 5 + chance.below(18) };
  const coordinate = (): number => (area ? chance.below(5) : chance.below(9) - 4);
  const seen = new Set<string>();
  const nodes: NonNullable<Study["nodes"]>[number][] = [];
  for (let left = chance.below(60); left > 0; left--) {
    const node = { parent: chance.below(nodes.length + 1), x: coordinate(), y: coordinate() };
    const key = JSON.stringify(node);
    if (seen.has(key)) continue;
    seen.add(key);
    nodes.push({
      ...node,
      ...(chance.below(4) === 0 && { comment: `«${chance.below(1000)}» 五子棋 "]["` }),
      ...(chance.below(4) === 0 && { chance: chance.below(101) / 100 }),
    });
  }
  const setup = { turn: "white" as const, stones: [{ x: 4, y: 4, color: "black" as const }] };
  return {
    ...EMPTY,
    area,
    rule: (["freestyle", "exact", "renju", "nogo"] as const)[chance.below(4)]!,
    ...(chance.below(2) === 0 && { setup }),
    title: chance.below(2) === 0 ? "" : "A title",
    info: chance.below(2) === 0 ? INFO : { ...INFO, black: "Ada", result: "black won" },
    comment: chance.below(2) === 0 ? "" : "the start",
    nodes,
    at: chance.below(nodes.length + 1),
  };
}

/** A tree without the order in which its nodes are listed. */
function shapeOf({ nodes = [], at = 0 }: Study): unknown {
  const below = (id: number): unknown[] =>
    nodes.flatMap((node, index) =>
      node.parent === id ? [{ ...node, parent: 0, shown: at === index + 1, below: below(index + 1) }] : [],
    );
  return below(0);
}

test("what is written is read again, in any tree", async () => {
  const chance = new Chance(11);
  for (let round = 0; round < 100; round++) {
    const study = randomStudy(chance);
    const read = await decodeStudy(`#${await encodeStudy(study)}`);
    const { nodes: _, at: __, ...head } = study;
    expect(read).toMatchObject(head);
    expect(shapeOf(read)).toEqual(shapeOf(study));
  }
});

test("a game of sixty moves is a short link", async () => {
  const nodes = Array.from({ length: 60 }, (_, parent) => ({
    parent,
    x: (parent * 7) % 15,
    y: (parent * 4) % 13,
  }));
  expect((await encodeStudy({ ...EMPTY, nodes })).length).toBeLessThan(320);
});

test("the format is as documented", async () => {
  const study = await decodeStudy(
    pack('{"p":"renju/15x15","m":"h8i9[j7k8]g7","a":3,"c":{"0":"start","3":"side"},"v":{"1":55}}'),
  );
  expect(study).toEqual({
    ...EMPTY,
    comment: "start",
    at: 3,
    nodes: [
      { parent: 0, x: 7, y: 7, chance: 0.55 },
      { parent: 1, x: 8, y: 6 },
      { parent: 1, x: 9, y: 8, comment: "side" },
      { parent: 3, x: 10, y: 7 },
      { parent: 2, x: 6, y: 8 },
    ],
  });
});

test("what is no study is refused with its reason", async () => {
  const good = pack('{"p":"renju/15x15","m":"h8"}');
  expect(await reasonOf(good)).toBe("read");
  for (const bad of [
    "study/1/",
    "study/1/!!",
    "study/x/AA",
    good.slice(0, -3),
    pack("null"),
    pack('{"p":"renju/15x15"}'),
    pack('{"p":"chess/8x8","m":""}'),
    pack('{"p":"renju/15x15/h8","m":""}'),
    ...["h8[", "h8]", "[h8]", "h8[]", "h8[[i9]]", "h99", "h8 i9", "h8i9[[j7]"].map((m) =>
      pack(JSON.stringify({ p: "renju/15x15", m })),
    ),
    pack('{"p":"renju/15x15","m":"h8","a":2}'),
    pack('{"p":"renju/15x15","m":"h8","a":-1}'),
  ])
    expect([bad, await reasonOf(bad)]).toEqual([bad, "damaged"]);
  expect(await reasonOf(good.replace("/1/", "/2/"))).toBe("newer");
});

test("a link that would unpack to very much is refused before it does", async () => {
  expect(await reasonOf(pack(JSON.stringify({ p: "renju/15x15", m: "", t: "x".repeat(5_000_000) })))).toBe(
    "tooLong",
  );
  expect(await reasonOf(pack(JSON.stringify({ p: "renju/15x15", m: "h8".repeat(5001) })))).toBe("tooLong");
  expect(await reasonOf(`study/1/${"A".repeat(20_000)}`)).toBe("tooLong");
});

test("any change of a byte is refused or read as a study", async () => {
  const good = await encodeStudy(randomStudy(new Chance(5)));
  const signs = "ABCxyz019-_";
  for (let at = "study/1/".length; at < good.length; at++) {
    const other = good.slice(0, at) + signs[at % signs.length] + good.slice(at + 1);
    expect(["read", "damaged", "tooLong"]).toContain(await reasonOf(other));
  }
});
