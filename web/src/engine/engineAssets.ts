import { ApiError, OFFLINE } from "../api/apiError";
import type { Rule } from "../api/types";

/** The modules: positions and searches, records, reviews, and puzzles. */
export type EngineModule = "engine" | "records" | "review" | "puzzles";

/** Addresses of the files of the engine, made by the build; null where the page was built without it. */
export interface EngineFiles {
  readonly modules: Readonly<Record<EngineModule, string>>;
  readonly weights: Readonly<Record<Rule, string>>;
}

/** Files of the engine, each fetched when it is first needed. A download that fails is tried again. */
export class EngineAssets {
  private readonly compiled = new Map<EngineModule, Promise<WebAssembly.Module>>();
  private readonly fetched = new Map<Rule, Promise<Uint8Array>>();
  /** Whether the engine is compiled, so that questions are answered at once. */
  isReady = false;

  constructor(
    private readonly files: EngineFiles,
    private readonly download: (url: string) => Promise<Response> = fetchFile,
  ) {}

  /** A compiled module. */
  module(name: EngineModule): Promise<WebAssembly.Module> {
    const known = this.compiled.get(name);
    if (known) return known;
    const module = this.compile(name);
    this.compiled.set(name, module);
    module.catch(() => this.compiled.delete(name));
    return module;
  }

  /** The weights of a rule, as a file. */
  weights(rule: Rule): Promise<Uint8Array> {
    const known = this.fetched.get(rule);
    if (known) return known;
    const file = this.download(this.files.weights[rule])
      .then((response) => response.arrayBuffer())
      .then((buffer) => new Uint8Array(buffer));
    this.fetched.set(rule, file);
    file.catch(() => this.fetched.delete(rule));
    return file;
  }

  private async compile(name: EngineModule): Promise<WebAssembly.Module> {
    const response = await this.download(this.files.modules[name]);
    // Some hosts send WebAssembly under another media type, which compileStreaming refuses.
    const isTyped = response.headers.get("content-type") === "application/wasm";
    const compiling = isTyped
      ? WebAssembly.compileStreaming(response)
      : WebAssembly.compile(await response.arrayBuffer());
    const module = await compiling.catch((error: Error) => {
      throw new ApiError({ code: "unsupported", message: `the engine cannot run here: ${error.message}` });
    });
    if (name === "engine") this.isReady = true;
    return module;
  }
}

async function fetchFile(url: string): Promise<Response> {
  const response = await fetch(url).catch((error: Error) => {
    throw new ApiError({ code: OFFLINE, message: error.message });
  });
  if (!response.ok) throw new ApiError({ code: `http_${response.status}`, message: response.statusText });
  return response;
}
