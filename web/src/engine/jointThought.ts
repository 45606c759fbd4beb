import type { Job, JobListener } from "../api/client";
import type { Candidate, Thought, ThoughtRequest } from "../api/types";
import { samePoint } from "../board/point";

/** The level that has all the time it is given. */
export const FULL_LEVEL = 10;
/** Of each worker as many lines as the API gives, so that a move is rarely known to one of them only. */
const MOST_LINES = 20;

/**
 * The searches that two workers make of one, which share nothing but their answers; none where two are no better than one.
 *
 * NoGo: two trees from two seeds, whose visits are added up (root parallelization). Five-in-a-row with several lines: the
 * first worker looks for the best move alone, and so deeper, the other for all lines.
 */
export function splitThought(request: ThoughtRequest): [ThoughtRequest, ThoughtRequest] | null {
  const { level, lines, nodes, seed, position } = request;
  if ((level ?? FULL_LEVEL) !== FULL_LEVEL || nodes != null) return null;
  if (position.rule === "nogo") {
    const all = { ...request, lines: MOST_LINES };
    return [all, { ...all, seed: (seed ?? 0) + 1 }];
  }
  return (lines ?? 1) > 1 ? [{ ...request, lines: 1 }, request] : null;
}

/** One job of the two that `splitThought` made: the merged updates, and the merged results. */
export function jointThought(
  request: ThoughtRequest,
  start: (listeners: readonly [JobListener<Thought>, JobListener<Thought>]) => readonly Job<Thought>[],
  listener: JobListener<Thought> = {},
): Job<Thought> {
  const latest: (Thought | undefined)[] = [];
  const merged = (): Thought => mergeThoughts(request, latest);
  const listen = (index: 0 | 1): JobListener<Thought> => ({
    ...listener,
    onUpdate: (thought) => {
      latest[index] = thought;
      listener.onUpdate?.(merged());
    },
  });
  const jobs = start([listen(0), listen(1)]);
  const results = jobs.map(async (job, index) => {
    latest[index] = await job.result;
    // What is proven needs no more time of the other.
    if (latest[index]?.lines[0]?.value.kind === "wins") for (const other of jobs) other.finish();
  });
  const result = Promise.allSettled(results).then((settled) => {
    const failed = settled.find((each) => each.status === "rejected");
    if (failed && settled.every((each) => each.status === "rejected")) throw failed.reason;
    return merged();
  });
  return {
    result,
    stop: () => jobs.forEach((job) => job.stop()),
    finish: () => jobs.forEach((job) => job.finish()),
  };
}

/** What two searches found together. */
export function mergeThoughts(request: ThoughtRequest, found: readonly (Thought | undefined)[]): Thought {
  const [first, second] = found.filter((thought) => thought !== undefined);
  const most = request.lines ?? 1;
  if (!first) throw new Error("nothing was found yet");
  if (!second) return { ...first, lines: first.lines.slice(0, most) };
  const joined = request.position.rule === "nogo" ? joinVisits(first, second) : joinLines(first, second);
  const lines = joined.lines.slice(0, most);
  return {
    ...first,
    ...joined,
    nodes: first.nodes + second.nodes,
    elapsed_ms: Math.max(first.elapsed_ms, second.elapsed_ms),
    chances: lines[0]?.chances ?? first.chances,
    lines,
  };
}

type JoinedLines = Pick<Thought, "lines" | "heat">;

/** Rank of what a move is worth: proven wins before all, proven losses after all. */
const rank = ({ value }: Candidate): number => (value.kind === "wins" ? 0 : value.kind === "seems" ? 1 : 2);

/** The lines of both, of a point that both have the one for which `isBetter` says so. */
function unite(
  first: Thought,
  second: Thought,
  isBetter: (one: Candidate, other: Candidate) => boolean,
): Candidate[] {
  const lines = [...first.lines];
  for (const line of second.lines) {
    const at = lines.findIndex(({ point }) => samePoint(point, line.point));
    if (at < 0) lines.push(line);
    else if (rank(lines[at]!) === 1 && (rank(line) !== 1 || isBetter(line, lines[at]!))) lines[at] = line;
  }
  return lines;
}

/** Five-in-a-row: the best move of the first, which looked deeper, and then those of the second. */
function joinLines(first: Thought, second: Thought): JoinedLines {
  const best = first.lines[0]?.point ?? null;
  const lines = unite(first, second, () => false).sort(
    (one, other) =>
      rank(one) - rank(other) ||
      Number(samePoint(best, other.point)) - Number(samePoint(best, one.point)) ||
      other.chances - one.chances,
  );
  const sum = lines.reduce((total, { chances }) => total + chances, 0) || 1;
  const heat = lines.map(({ point: { x, y }, chances }) => ({ x, y, share: chances / sum, chances }));
  return { lines, heat };
}

/** NoGo: visits are added up, and chances are their mean. */
function joinVisits(first: Thought, second: Thought): JoinedLines {
  const nodes = first.nodes + second.nodes || 1;
  const places = new Map<string, Thought["heat"][number]>();
  for (const thought of [first, second])
    for (const { x, y, share, chances } of thought.heat) {
      const before = places.get(`${x} ${y}`) ?? { x, y, share: 0, chances: 0 };
      const more = (share * thought.nodes) / nodes;
      const all = before.share + more;
      const mean = all > 0 ? (before.chances * before.share + chances * more) / all : chances;
      places.set(`${x} ${y}`, { x, y, share: all, chances: mean });
    }
  const heatOf = ({ point: { x, y } }: Candidate): number => places.get(`${x} ${y}`)?.share ?? 0;
  const lines = unite(first, second, (one, other) => one.line.length > other.line.length)
    .map((line): Candidate => {
      const { x, y } = line.point;
      return line.value.kind === "seems"
        ? { ...line, chances: places.get(`${x} ${y}`)?.chances ?? line.chances }
        : line;
    })
    .sort((one, other) => rank(one) - rank(other) || heatOf(other) - heatOf(one));
  return { lines, heat: [...places.values()].sort((one, other) => other.share - one.share) };
}
