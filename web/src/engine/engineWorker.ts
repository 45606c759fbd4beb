import { ApiError, stoppedError } from "../api/apiError";
import type { Rule } from "../api/types";
import type { EngineAssets, EngineModule } from "./engineAssets";
import { canShareMemory } from "./sharedMemory";
import { canSuspend } from "./stackSwitching";
import type { WorkerMessage, WorkerRequest, WorkerStart } from "./workerMessages";

/** Code of a question whose worker crashed, ran out of memory or was killed. */
export const ENGINE_LOST = "engine_lost";

/** Answer of a worker, with the bytes of its body. */
export interface WorkerReply {
  readonly mediaType: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface QuestionOptions {
  /** Rule whose weights the answer needs. */
  readonly weights?: Rule | undefined;
  /** Milliseconds without a message after which the worker is taken for dead. */
  readonly timeout?: number;
  onEvent?(event: string, json: string): void;
}

/** A question that is being answered. */
export interface AskedQuestion {
  readonly reply: Promise<WorkerReply>;
  /**
   * Cancels the question: the worker ends early with what it has. False if it cannot be cancelled: then the question fails
   * with "stopped", and the worker is replaced.
   */
  cancel(): boolean;
}

interface PendingQuestion {
  readonly options: QuestionOptions;
  readonly resolve: (reply: WorkerReply) => void;
  readonly reject: (error: ApiError) => void;
  timer: ReturnType<typeof setTimeout> | undefined;
}

const TIMEOUT = 60_000;
const NO_BYTES = new Uint8Array();
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** What is needed of `Worker`. */
export interface WorkerPort {
  postMessage(message: WorkerRequest): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<WorkerMessage>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

const startWorker = (): WorkerPort =>
  new Worker(new URL("./workerScript.ts", import.meta.url), { type: "module" });

/**
 * A worker of the engine, started at the first question. A running question is cancelled by a flag in shared memory, or by a
 * message where WebAssembly can be suspended; elsewhere the worker is terminated.
 */
export class EngineWorker {
  private worker: WorkerPort | null = null;
  private readonly pending = new Map<number, PendingQuestion>();
  private weights = new Set<Rule>();
  private last = 0;
  private readonly flag = canShareMemory() ? new Int32Array(new SharedArrayBuffer(4)) : null;
  /** Whether a running question can be cancelled. */
  readonly canCancel = this.flag !== null || canSuspend();

  constructor(
    private readonly assets: EngineAssets,
    private readonly module: EngineModule,
    /** Called when a worker was lost. */
    private readonly onLost: (message: string) => void = () => undefined,
    private readonly start: () => WorkerPort = startWorker,
  ) {}

  /** Asks a question; the body is JSON or the bytes of a file. */
  ask(address: string, body: Uint8Array | string | null, options: QuestionOptions = {}): AskedQuestion {
    const number = ++this.last;
    const { promise, resolve, reject } = withResolvers<WorkerReply>();
    this.pending.set(number, { options, resolve, reject, timer: undefined });
    const bytes = typeof body === "string" ? encoder.encode(body) : (body ?? NO_BYTES);
    void this.send(number, address, bytes, options).catch((error) => this.settle(number)?.reject(error));
    return { reply: promise, cancel: () => this.cancel(number) };
  }

  /** Starts the worker before it is asked, so that its script is there even if the network is not. */
  async warm(): Promise<void> {
    const module = await this.assets.module(this.module);
    this.worker ??= this.open(module);
  }

  /** Ends the worker; questions that it has not answered fail with "stopped". */
  terminate(): void {
    this.close();
    this.rejectAll(stoppedError());
  }

  private async send(
    number: number,
    address: string,
    body: Uint8Array,
    { weights }: QuestionOptions,
  ): Promise<void> {
    const [module, file] = await Promise.all([
      this.assets.module(this.module),
      weights && !this.weights.has(weights) ? this.assets.weights(weights) : null,
    ]);
    if (!this.pending.has(number)) return;
    const worker = (this.worker ??= this.open(module));
    if (file && weights && !this.weights.has(weights)) {
      this.weights.add(weights);
      worker.postMessage({ kind: "ask", number: 0, address: "/weights", body: file });
    }
    this.watch(number);
    worker.postMessage({ kind: "ask", number, address, body });
  }

  private open(module: WebAssembly.Module): WorkerPort {
    const worker = this.start();
    worker.onmessage = ({ data }) => this.receive(data);
    worker.onerror = (event) => this.lose(event.message || "it could not be started");
    const cancelled = this.flag?.buffer ?? null;
    worker.postMessage({ kind: "start", module, cancelled } satisfies WorkerStart);
    return worker;
  }

  private receive(message: WorkerMessage): void {
    if (message.kind === "crash") {
      this.lose(message.message);
      return;
    }
    if (message.kind === "event") {
      this.watch(message.number);
      this.pending.get(message.number)?.options.onEvent?.(message.event, message.json);
      return;
    }
    const { mediaType, bytes } = message;
    const question = this.settle(message.number);
    if (message.ok) question?.resolve({ mediaType, bytes });
    else question?.reject(new ApiError(JSON.parse(decoder.decode(bytes))));
  }

  private cancel(number: number): boolean {
    const isWorking = this.worker !== null && this.pending.has(number);
    if (this.canCancel && isWorking) {
      if (this.flag) Atomics.store(this.flag, 0, number);
      else this.worker!.postMessage({ kind: "cancel", number });
      return true;
    }
    if (isWorking) this.close();
    this.settle(number)?.reject(stoppedError());
    return false;
  }

  /** Restarts the timer that takes a silent worker for dead. */
  private watch(number: number): void {
    const question = this.pending.get(number);
    if (!question) return;
    clearTimeout(question.timer);
    const expire = (): void => this.lose("the worker does not answer");
    question.timer = setTimeout(expire, question.options.timeout ?? TIMEOUT);
  }

  private settle(number: number): PendingQuestion | undefined {
    const question = this.pending.get(number);
    clearTimeout(question?.timer);
    this.pending.delete(number);
    return question;
  }

  private lose(message: string): void {
    this.close();
    this.onLost(message);
    this.rejectAll(new ApiError({ code: ENGINE_LOST, message }));
  }

  private rejectAll(error: ApiError): void {
    for (const number of [...this.pending.keys()]) this.settle(number)?.reject(error);
  }

  private close(): void {
    this.worker?.terminate();
    this.worker = null;
    this.weights = new Set();
  }
}

function withResolvers<Value>(): {
  promise: Promise<Value>;
  resolve: (value: Value) => void;
  reject: (error: ApiError) => void;
} {
  let resolve!: (value: Value) => void;
  let reject!: (error: ApiError) => void;
  const promise = new Promise<Value>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}
