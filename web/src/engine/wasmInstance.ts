import { promising, suspending } from "./stackSwitching";

/** What an instance asks of the program around it. */
export interface WasmHost {
  /** Whether the question that is being answered is no longer wanted. */
  isCancelled(): boolean;
  /**
   * Lets messages in while a question is being answered: a promise to wait for, or null when it is not time. Called only
   * where the instance can wait (`askSuspended`).
   */
  receiveMessages?(): Promise<void> | null;
  /** Takes an event of a search: its name, and its data as JSON. */
  onEvent(event: string, json: string): void;
}

/** Answer to a question: what the server would send as a body, or the body of an error. */
export interface WasmReply {
  readonly ok: boolean;
  readonly mediaType: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Exports of `crates/tengen-wasm/src/boundary.rs`. */
interface WasmExports {
  readonly memory: WebAssembly.Memory;
  reserve(length: number): number;
  ask(): number;
  reply(): number;
  reply_length(): number;
}

const LINE_BREAK = 10;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** An instance of the engine in WebAssembly. It answers one question at a time and keeps the weights that it was sent. */
export class WasmInstance {
  private constructor(private readonly exports: WasmExports) {}

  static async create(module: WebAssembly.Module, host: WasmHost): Promise<WasmInstance> {
    let exports: WasmExports;
    const isCancelled = (): number => (host.isCancelled() ? 1 : 0);
    const imports = {
      now: () => performance.now(),
      random: () => Math.random(),
      is_cancelled: host.receiveMessages
        ? suspending(() => host.receiveMessages?.()?.then(isCancelled) ?? isCancelled())
        : isCancelled,
      emit: (address: number, length: number) => {
        const { head, rest } = splitLine(new Uint8Array(exports.memory.buffer, address, length));
        host.onEvent(head, decoder.decode(rest));
      },
    };
    const instance = await WebAssembly.instantiate(module, { tengen: imports });
    exports = instance.exports as unknown as WasmExports;
    return new WasmInstance(exports);
  }

  /** Bytes of memory that the instance has; they never become fewer. */
  get memory(): number {
    return this.exports.memory.buffer.byteLength;
  }

  /** Answers a question. Throws where the engine traps: then the instance is of no more use. */
  ask(address: string, body: Uint8Array): WasmReply {
    this.write(address, body);
    return this.read(this.exports.ask());
  }

  /** Answers a question, and waits for the messages of its host meanwhile. One question at a time. */
  async askSuspended(address: string, body: Uint8Array): Promise<WasmReply> {
    this.write(address, body);
    return this.read(await promising(this.exports.ask)());
  }

  private write(address: string, body: Uint8Array): void {
    const { exports } = this;
    const head = encoder.encode(`${address}\n`);
    const at = exports.reserve(head.length + body.length);
    const request = new Uint8Array(exports.memory.buffer, at, head.length + body.length);
    request.set(head);
    request.set(body, head.length);
  }

  private read(answered: number): WasmReply {
    const { exports } = this;
    const reply = new Uint8Array(exports.memory.buffer, exports.reply(), exports.reply_length());
    const { head: mediaType, rest } = splitLine(reply);
    return { ok: answered === 1, mediaType, bytes: rest.slice() };
  }
}

/** The first line as a text, and the bytes after it. */
function splitLine(bytes: Uint8Array<ArrayBuffer>): { head: string; rest: Uint8Array<ArrayBuffer> } {
  const end = bytes.indexOf(LINE_BREAK);
  return { head: decoder.decode(bytes.subarray(0, end)), rest: bytes.subarray(end + 1) };
}
