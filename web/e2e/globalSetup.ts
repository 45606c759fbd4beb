import type { TestProject } from "vitest/node";
import { Server } from "./server";

declare module "vitest" {
  interface ProvidedContext {
    readonly address: string;
  }
}

/**
 * Shared server of all tests; `TENGEN_URL` names a running one. Tests that kill their server start their
 * own.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const running = process.env.TENGEN_URL;
  const server = running ? null : await Server.start();
  project.provide("address", running ?? server!.address);
  return async () => server?.stop();
}
