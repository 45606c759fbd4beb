import type { TestProject } from "vitest/node";
import { Server } from "./server";

declare module "vitest" {
  interface ProvidedContext {
    readonly address: string;
  }
}

/** One server for all tests; `TENGEN_URL` names one that runs already. Tests that kill theirs start their own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const running = process.env.TENGEN_URL;
  const server = running ? null : await Server.start();
  project.provide("address", running ?? server!.address);
  return async () => server?.stop();
}
