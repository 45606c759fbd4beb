import type { components } from "./openapi";

// The words of the API. All come from the server's own description of itself; `npm run types` makes
// `openapi.d.ts` anew.

type Schemas = components["schemas"];

export type Rule = Schemas["Rule"];
export type Size = Schemas["Size"];
export type Named = Schemas["Named"];
export type Stone = Schemas["Stone"];
export type Setup = Schemas["Setup"];
/** The page always says all of a position. */
export type Position = Required<Omit<Schemas["Position"], "setup" | "area">> & {
  readonly area: Size | null;
  readonly setup?: Setup | null;
};
export type Shape = Schemas["Shape"];
export type Line = Schemas["Line"];
export type Foul = Schemas["Foul"];
export type View = Schemas["View"];
export type Ending = Schemas["Ending"];
export type Chain = Schemas["Chain"];

export type Hand = Schemas["Hand"];
export type FilmQuestion = Schemas["PlayQuestion"];
export type Film = Schemas["Film"];
export type Frame = Schemas["Frame"];

export type ThoughtQuestion = Schemas["ThoughtQuestion"] & { readonly position: Position };
export type Thought = Schemas["Thought"];
export type Candidate = Schemas["Candidate"];
export type Started = Schemas["Started"];
export type Done = Schemas["Done"];

export type Way = Schemas["Way"];
export type SolutionQuestion = Schemas["SolutionQuestion"] & { readonly position: Position };
export type Solution = Schemas["Solution"];
export type Step = Schemas["Step"];
export type Parry = Schemas["Parry"];
export type Saved = Schemas["Saved"];
export type CheckQuestion = Schemas["CheckQuestion"];
export type CheckAnswer = Schemas["CheckAnswer"];

export type Judged = Schemas["Judged"];
export type JudgedGame = Schemas["JudgedGame"];
export type PlayedMove = Schemas["PlayedMove"];
export type Tally = Schemas["Tally"];
export type Imported = Schemas["Imported"];
export type ImportedGame = Schemas["ImportedGame"];
export type ImportLoss = Schemas["ImportLoss"];
export type ListedGame = Schemas["ListedGame"];
/** What is known of a game as a whole: nothing is left out, but may be empty. */
export type GameInfo = Required<Schemas["GameInfo"]>;
export type TreeNode = Schemas["TreeNode"];
export type ConvertQuestion = Schemas["ConvertQuestion"];
export type Converted = Schemas["Converted"];
export type PictureQuestion = Schemas["PictureQuestion"];

export type Author = Schemas["Author"];
export type NewGame = Schemas["NewGame"];
export type Game = Schemas["Game"];
export type Node = Schemas["Node"];
export type NewNode = Schemas["NewNode"];
export type Summary = Schemas["Summary"];
export type Games = Schemas["Games"];
export type Kept = Schemas["Kept"];
export type GameChange = Schemas["GameChange"];
export type NodeChange = Schemas["NodeChange"];
export type Progress = Schemas["Progress"];
export type Swap2Question = Schemas["Swap2Question"];
export type Swap2Answer = Schemas["Swap2Answer"];

/** What went wrong: a stable code, a sentence, and the place. The page has some codes of its own. */
export type Fault = Omit<Schemas["ApiError"], "code"> & { readonly code: string };
