/** A file of an archive, or one that was not packed at all. */
export interface Unpacked {
  readonly name: string;
  readonly bytes: Blob;
}

/** What is in a file: many files in a `.zip`, one in a `.gz`, itself in any other. */
export async function unpack(name: string, file: Blob): Promise<Unpacked[]> {
  const head = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  if (head[0] === 0x1f && head[1] === 0x8b)
    return [{ name: name.replace(/\.gz$/i, ""), bytes: await inflated(file, "gzip") }];
  if (head[0] === 0x50 && head[1] === 0x4b && head[2] === 3) return unzip(file);
  return [{ name, bytes: file }];
}

const inflated = (file: Blob, format: "gzip" | "deflate-raw"): Promise<Blob> =>
  new Response(file.stream().pipeThrough(new DecompressionStream(format))).blob();

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const END_SIZE = 22;
const LONGEST_REMARK = 0xffff;

/** The files of a zip archive, by the list at its end. */
async function unzip(file: Blob): Promise<Unpacked[]> {
  const bytes = new DataView(await file.arrayBuffer());
  let at = listOf(bytes);
  const files: Unpacked[] = [];
  while (at + 46 <= bytes.byteLength && bytes.getUint32(at, true) === ENTRY) {
    const [method, size] = [bytes.getUint16(at + 10, true), bytes.getUint32(at + 20, true)];
    const [named, extra, remark] = [28, 30, 32].map((offset) => bytes.getUint16(at + offset, true)) as [
      number,
      number,
      number,
    ];
    const name = new TextDecoder().decode(new Uint8Array(bytes.buffer, at + 46, named));
    const start = bytes.getUint32(at + 42, true);
    const body = start + 30 + bytes.getUint16(start + 26, true) + bytes.getUint16(start + 28, true);
    const packed = file.slice(body, body + size);
    if (!name.endsWith("/"))
      files.push({ name, bytes: method === 0 ? packed : await inflated(packed, "deflate-raw") });
    at += 46 + named + extra + remark;
  }
  return files;
}

/** Where the list of a zip archive begins. A remark of any length may stand behind its end. */
function listOf(bytes: DataView): number {
  const lowest = Math.max(0, bytes.byteLength - END_SIZE - LONGEST_REMARK);
  for (let at = bytes.byteLength - END_SIZE; at >= lowest; at--)
    if (bytes.getUint32(at, true) === END) return bytes.getUint32(at + 16, true);
  return bytes.byteLength;
}
