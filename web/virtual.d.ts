/** Addresses of the files of the engine, by `scripts/engine-files.ts`; null where it is not built. */
declare module "virtual:engine-files" {
  const files: import("./src/engine/engineAssets").EngineFiles | null;
  export default files;
}
