import { newId } from "../api/request";
import type { Study } from "../api/types";
import { type GameState, recordInfo } from "./gameState";
import { FIRST_MATCH } from "./match";
import { listedNodes, movesTo, ROOT, treeFromNodes, type VariationTree, visit } from "./variationTree";

/** A game as a study: without its deleted nodes, in the order of its variations. */
export function studyOf({ match, setup, tree, at, about }: GameState): Study {
  const ordered = inOrder(tree, at);
  const listed = listedNodes(ordered.tree);
  const nodes = listed.map(({ id: _, parent, x, y, comment, chance }) => ({
    parent,
    x,
    y,
    ...(comment && { comment }),
    ...(chance !== null && { chance }),
  }));
  const { title = "", ...info } = about ?? {};
  return {
    rule: match.rule,
    area: match.area,
    ...(setup && { setup }),
    ...(title && { title }),
    ...(about && { info }),
    ...(tree[ROOT]!.comment && { comment: tree[ROOT]!.comment }),
    nodes,
    at: listed.findIndex(({ id }) => id === ordered.at) + 1,
  };
}

/** The tree with nodes numbered so that beside one another the first has the lowest number. */
function inOrder(tree: VariationTree, at: number): { tree: VariationTree; at: number } {
  const order = [ROOT];
  for (const id of order) order.push(...tree[id]!.children);
  const places = new Map(order.map((id, place) => [id, place]));
  const place = (id: number): number => places.get(id)!;
  return {
    tree: order.map((id) => {
      const node = tree[id]!;
      return {
        ...node,
        parent: node.parent === null ? null : place(node.parent),
        children: node.children.map(place),
        chosen: node.chosen === null ? null : place(node.chosen),
      };
    }),
    at: place(at),
  };
}

/** A study as a game without an opponent, at the node that it shows first. */
export function gameFromStudy(study: Study): GameState {
  const { rule, area = null, setup, title = "", info, comment = "", nodes = [], at = 0 } = study;
  const tree = treeFromNodes(nodes, comment);
  return {
    match: { ...FIRST_MATCH, level: null, rule, area: area ?? null },
    setup: setup ?? null,
    tree: visit(tree, at),
    at,
    key: newId(),
    touched: false,
    about: recordInfo(title, info ?? {}),
  };
}

/** How much a study holds. */
export function studySize({ nodes = [], comment }: Study): { moves: number; comments: number } {
  const comments = nodes.filter((node) => node.comment).length + (comment ? 1 : 0);
  return { moves: nodes.length, comments };
}

/** Whether a game is more than a line of moves. */
export const isMoreThanMoves = ({ tree, at }: Pick<GameState, "tree" | "at">): boolean =>
  tree.some(({ deleted, comment, children }) => !deleted && (comment !== "" || children.length > 1)) ||
  movesTo(tree, at).length < tree.filter(({ deleted }) => !deleted).length - 1;
