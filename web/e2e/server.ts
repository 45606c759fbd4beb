import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

export const PROGRAM = resolve(process.env.TENGEN ?? "../target/debug/tengen");
const PAGE = resolve("dist");
const ADDRESS_LINE = /Tengen is at (http:\/\/\S+)/;

/** `tengen serve` with the built page and its own data folder, which survives a kill. */
export class Server {
  private constructor(
    readonly address: string,
    private readonly data: string,
    private process: ChildProcess,
    private readonly options: readonly string[],
  ) {}

  /** Starts a server on a free port, with more options. */
  static async start(options: readonly string[] = []): Promise<Server> {
    for (const [path, remedy] of [
      [PROGRAM, "cargo build, or TENGEN=path"],
      [join(PAGE, "index.html"), "npm run build"],
    ] as const)
      if (!existsSync(path)) throw new Error(`there is no ${path}: ${remedy}`);
    const data = mkdtempSync(join(tmpdir(), "tengen-e2e-"));
    const { process, address } = await serve("127.0.0.1:0", data, options);
    return new Server(address, data, process, options);
  }

  /** Kills it at once, as a power cut would. */
  async kill(): Promise<void> {
    await endProcess(this.process, "SIGKILL");
  }

  /** Restarts it at the same address with the same data. */
  async restart(): Promise<void> {
    this.process = (await serve(new URL(this.address).host, this.data, this.options)).process;
  }

  /** Stops it gracefully and deletes its data. */
  async stop(): Promise<void> {
    await endProcess(this.process, "SIGTERM");
    rmSync(this.data, { recursive: true, force: true });
  }
}

function serve(
  listen: string,
  data: string,
  options: readonly string[],
): Promise<{ process: ChildProcess; address: string }> {
  const words = ["serve", "--listen", listen, "--data", data, "--page", PAGE, "--log", "warn", ...options];
  const process = spawn(PROGRAM, words, { stdio: ["ignore", "pipe", "inherit"] });
  return new Promise((ready, fail) => {
    let output = "";
    process.stdout?.on("data", (part: Buffer) => {
      output += part.toString();
      const address = ADDRESS_LINE.exec(output)?.[1];
      if (address) ready({ process, address });
    });
    process.on("error", fail);
    process.on("exit", (code) => fail(new Error(`the server ended with ${code}: ${output}`)));
  });
}

function endProcess(process: ChildProcess, by: NodeJS.Signals): Promise<void> {
  if (process.exitCode !== null || process.signalCode !== null) return Promise.resolve();
  return new Promise((done) => {
    process.on("exit", () => done());
    process.kill(by);
  });
}
