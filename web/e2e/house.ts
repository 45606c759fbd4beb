import { existsSync } from "node:fs";
import type { AddressInfo } from "node:net";
import type { TestProject } from "vitest/node";
import { standIn } from "./standin/server";

declare module "vitest" {
  interface ProvidedContext {
    readonly address: string;
  }
}

/** Serves the built page for all tests: by `tengen serve` where `TENGEN_URL` tells its address, else by a stand-in. */
export default async function setup(project: TestProject): Promise<() => void> {
  const real = process.env.TENGEN_URL;
  if (real) {
    project.provide("address", real);
    return () => undefined;
  }
  if (!existsSync("dist/index.html")) throw new Error("the page is not built: npm run build");
  const server = standIn("dist");
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  project.provide("address", `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return () => server.close();
}
