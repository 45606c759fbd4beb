import type { components } from "./openapi";

// Types of the API, derived from the OpenAPI description of the server; `npm run types` generates
// `openapi.d.ts`.

type Schemas = components["schemas"];

export type Rule = Schemas["Rule"];
export type NamedPoint = Schemas["Named"];
export type Stone = Schemas["Stone"];
export type Setup = Schemas["Setup"];
/** The page always sends every field of a position. */
export type Position = Required<Omit<Schemas["Position"], "setup" | "area">> & {
  readonly area: Schemas["Size"] | null;
  readonly setup?: Setup | null;
};
export type ReasonCode = Schemas["ReasonCode"];
export type Shape = Schemas["Shape"];
export type Foul = Schemas["Foul"];
export type PositionView = Schemas["View"];
export type Chain = Schemas["Chain"];

export type NoGoPlayer = Schemas["Hand"];
export type FilmRequest = Schemas["PlayQuestion"];
export type Film = Schemas["Film"];
export type Frame = Schemas["Frame"];

export type ThoughtRequest = Schemas["ThoughtQuestion"] & { readonly position: Position };
export type Thought = Schemas["Thought"];
export type Candidate = Schemas["Candidate"];
/** Claim of an opening book that is a proof. */
export type BookClaim = Schemas["BookClaim"];
export type BookAnswer = Schemas["BookAnswer"];
export type LoadedBook = Schemas["LoadedBook"];
export type JobStarted = Schemas["Started"];
export type JobDone = Schemas["Done"];

export type SolveTask = Schemas["Way"];
export type SolutionRequest = Schemas["SolutionQuestion"] & { readonly position: Position };
export type Solution = Schemas["Solution"];
export type ProofStep = Schemas["Step"];
export type Saved = Schemas["Saved"];
export type ReviewRequest = Schemas["ReviewQuestion"] & { readonly game: Position };
export type GameReview = Schemas["Review"];
export type ReviewedMove = Schemas["ReviewedMove"];
export type ReviewProgress = Schemas["ReviewProgress"];
export type ReviewedSide = Schemas["ReviewedSide"];
export type Judgement = Schemas["Judgement"];
export type CheckRequest = Schemas["CheckQuestion"];
export type CheckResponse = Schemas["CheckAnswer"];

export type JudgeResponse = Schemas["Judged"];
export type JudgedGame = Schemas["JudgedGame"];
export type PlayedMove = Schemas["PlayedMove"];
export type Tally = Schemas["Tally"];
export type ImportResponse = Schemas["Imported"];
export type ImportedGame = Schemas["ImportedGame"];
export type ListedGame = Schemas["ListedGame"];
/** Metadata of a game: every field is present, possibly empty. */
export type GameInfo = Required<Schemas["GameInfo"]>;
export type ConvertRequest = Schemas["ConvertQuestion"];
export type ConvertResponse = Schemas["Converted"];
export type PictureRequest = Schemas["PictureQuestion"];

export type Author = Schemas["Author"];
export type NewGameRequest = Schemas["NewGame"];
export type StoredGame = Schemas["Game"];
export type StoredNode = Schemas["Node"];
export type NewNodeRequest = Schemas["NewNode"];
export type GameSummary = Schemas["Summary"];
export type GameList = Schemas["Games"];
export type SaveResponse = Schemas["Kept"];
export type GameChange = Schemas["GameChange"];
export type NodeChange = Schemas["NodeChange"];
export type SolveProgress = Schemas["Progress"];
export type PuzzleRequest = Schemas["PuzzleQuestion"];
export type Puzzle = Schemas["PuzzleAnswer"] & { readonly position: Position };
export type PuzzleKind = Schemas["PuzzleKind"];
export type PuzzleMoveRequest = Schemas["PuzzleMoveQuestion"];
export type PuzzleMoveResponse = Schemas["PuzzleMoveAnswer"];
export type Swap2Request = Schemas["Swap2Question"];
export type Swap2Response = Schemas["Swap2Answer"];

/**
 * Error body of the API: a stable code, a message and a place in the input. The page adds codes of its own.
 */
export type Fault = Omit<Schemas["ApiError"], "code"> & { readonly code: string };
