/** The first message to a worker: the compiled module, and the shared flag where the page is isolated. */
export interface WorkerStart {
  readonly kind: "start";
  readonly module: WebAssembly.Module;
  /** Number of the last question that is no longer wanted. */
  readonly cancelled: SharedArrayBuffer | null;
}

/** A question to a worker. Numbers rise. */
export interface WorkerQuestion {
  readonly kind: "ask";
  readonly number: number;
  readonly address: string;
  readonly body: Uint8Array;
}

/** Cancels a question and all before it, where the worker can be suspended. */
export interface WorkerCancel {
  readonly kind: "cancel";
  readonly number: number;
}

/** What a worker is sent. */
export type WorkerRequest = WorkerStart | WorkerQuestion | WorkerCancel;

/** What a worker sends: events of a search, the answer, or that it is of no more use. */
export type WorkerMessage =
  | { readonly kind: "event"; readonly number: number; readonly event: string; readonly json: string }
  | {
      readonly kind: "reply";
      readonly number: number;
      readonly ok: boolean;
      readonly mediaType: string;
      readonly bytes: Uint8Array<ArrayBuffer>;
    }
  | { readonly kind: "crash"; readonly message: string };
