import { crc32, deflateRawSync, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { unpack } from "./unpack";

const text = async (name: string, bytes: Uint8Array<ArrayBuffer>): Promise<Record<string, string>> => {
  const files = await unpack(name, new Blob([bytes]));
  return Object.fromEntries(
    await Promise.all(files.map(async (each) => [each.name, await each.bytes.text()])),
  );
};

/** A zip archive as other programs write it. */
function zip(files: Record<string, string>, remark = ""): Uint8Array<ArrayBuffer> {
  const bodies: Buffer[] = [];
  const list: Buffer[] = [];
  let at = 0;
  for (const [name, content] of Object.entries(files)) {
    const stored = name.includes("stored");
    const packed = stored ? Buffer.from(content) : deflateRawSync(content);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(stored ? 0 : 8, 4);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(content.length, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), common, Buffer.from(name), packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(at, 10);
    list.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\x00"), common, tail, Buffer.from(name)]));
    bodies.push(local);
    at += local.length;
  }
  const end = Buffer.alloc(18);
  end.writeUInt32LE(at, 12);
  end.writeUInt16LE(remark.length, 16);
  return new Uint8Array(
    Buffer.concat([...bodies, ...list, Buffer.from("PK\x05\x06"), end, Buffer.from(remark)]),
  );
}

test("what is not packed stays as it is", async () => {
  expect(await text("a.txt", new TextEncoder().encode("h8i9"))).toEqual({ "a.txt": "h8i9" });
});

test("gzip is one file without its ending", async () => {
  expect(await text("a.psq.gz", new Uint8Array(gzipSync("h8i9")))).toEqual({ "a.psq": "h8i9" });
});

test.each(["", "a remark at the end"])("zip is many files, stored or packed (%j)", async (remark) => {
  const files = { "a.sgf": "(;GM[4])".repeat(50), "stored.txt": "h8i9", "folder/": "", "folder/b.txt": "j9" };
  const { "folder/": _, ...kept } = files;
  expect(await text("a.zip", zip(files, remark))).toEqual(kept);
});
