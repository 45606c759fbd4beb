import type { EngineClient } from "../../src/engine/engineClient";

export { ApiError, type Job, type JobListener, type ReadingOptions } from "../../src/api/client";
export type {
  Candidate,
  Chain,
  CheckRequest,
  CheckResponse,
  ConvertRequest,
  ConvertResponse,
  Fault,
  Film,
  FilmRequest,
  Foul,
  ImportResponse,
  JudgedGame,
  JudgeResponse,
  NamedPoint,
  PictureRequest,
  Position,
  PositionView,
  ProofStep,
  Rule,
  Setup,
  Solution,
  SolutionRequest,
  SolveProgress,
  SolveTask,
  Stone,
  Swap2Request,
  Swap2Response,
  Thought,
  ThoughtRequest,
} from "../../src/api/types";
export type { Area, BoardSize, Color, Point } from "../../src/board/point";
export { parsePoint, pointName } from "../../src/board/pointName";
export { formatLink as formatPosition } from "../../src/game/link";
export { parsePosition } from "./parsePosition";

/** Rules, referee, solver and engine, in workers of their own. Failures are `ApiError`s. */
export interface Tengen extends Omit<EngineClient, "games" | "loadedBook" | "lookUp"> {}

/** Options of `createTengen`. */
export interface TengenOptions {
  /** A worker crashed, ran out of memory or was killed; another takes its place and the search begins again. */
  onLost?(message: string): void;
}
