import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { ReviewedMove } from "../api/types";
import { type Color, otherColor } from "../board/point";
import { subtree } from "../game/treeArrangement";
import { pathTo, type VariationNode, type VariationTree } from "../game/variationTree";
import { t } from "../i18n/t";

interface MoveListProps {
  readonly tree: VariationTree;
  readonly at: number;
  /** Color of the first move. */
  readonly first?: Color;
  readonly name: (node: VariationNode) => string;
  /** Reviewed moves by their nodes. */
  readonly reviewed?: ReadonlyMap<number, ReviewedMove>;
  readonly onGo: (id: number) => void;
  /** Folds or unfolds the variation that begins at a node. */
  readonly onFold?: (head: number, folded: boolean) => void;
}

/** Variation tree as nested lists: the first line in full, every other one below the move it departs from. */
export function MoveList(props: MoveListProps): JSX.Element {
  const { tree, at, first = "black", name, reviewed, onGo, onFold } = props;
  const box = useRef<HTMLElement>(null);
  useLayoutEffect(() => scrollToCurrent(box.current!), [at, tree.length]);
  const [from, ...rest] = tree[0]!.children;
  return (
    <div class="move-list">
      <section ref={box} class="scroll" tabIndex={0} aria-label={t("play.tree")}>
        {from === undefined ? (
          <p class="quiet">{t("play.noMoves")}</p>
        ) : (
          <VariationLine
            tree={tree}
            from={from}
            rest={rest}
            number={1}
            at={at}
            first={first}
            name={name}
            {...(reviewed && { reviewed })}
            {...(onFold && { onFold })}
            path={new Set(pathTo(tree, at))}
            onGo={onGo}
          />
        )}
      </section>
    </div>
  );
}

/** Scrolls the box, and nothing around it, to the current move. */
function scrollToCurrent(box: HTMLElement): void {
  const move = box.querySelector("[aria-current]")?.getBoundingClientRect();
  if (!move) return;
  const { top, bottom } = box.getBoundingClientRect();
  if (move.top < top) box.scrollTop -= top - move.top;
  else if (move.bottom > bottom) box.scrollTop += move.bottom - bottom;
}

/** Accessible name of a move: "move 1, Black h8", with its mark of the review. */
function moveName(number: number, color: Color, point: string, mark?: ReviewedMove): string {
  const name = t("play.moveName", { number, color: t(`color.${color}`), point });
  return mark?.mark ? `${name}, ${t(`judgement.${mark.judgement}`)}` : name;
}

interface VariationLineProps extends MoveListProps {
  readonly from: number;
  /** Siblings of the first move. */
  readonly rest: readonly number[];
  readonly number: number;
  /** The nodes from the root to the current one. */
  readonly path: ReadonlySet<number>;
  /** Whether only the first move is shown. */
  readonly isShort?: boolean;
}

function VariationLine({ from, rest, number, isShort, ...common }: VariationLineProps): JSX.Element {
  const { tree, at, first = "black", name, reviewed, onGo } = common;
  const parts: JSX.Element[] = [];
  let others = rest;
  let count = number;
  for (let id: number | undefined = from; id !== undefined; count++) {
    const node: VariationNode = tree[id]!;
    const here = id;
    const mark = reviewed?.get(id);
    parts.push(
      <button
        key={id}
        type="button"
        class="move"
        data-color={count % 2 === 1 ? first : otherColor(first)}
        aria-current={id === at ? "step" : undefined}
        onClick={() => onGo(here)}
      >
        <span class="visually-hidden">
          {moveName(count, count % 2 === 1 ? first : otherColor(first), name(node), mark)}
        </span>
        <span class="move-text" aria-hidden="true">
          <span class="move-number">{count}</span>
          {name(node)}
          {mark?.mark && (
            <span class="move-mark" data-judgement={mark.judgement} title={t(`judgement.${mark.judgement}`)}>
              {mark.mark}
            </span>
          )}
        </span>
      </button>,
    );
    if (node.comment)
      parts.push(
        <span key={`c${id}`} class="move-comment">
          {node.comment}
        </span>,
      );
    if (isShort) return <div class="moves">{parts}</div>;
    for (const other of others)
      parts.push(<Variation key={`v${other}`} {...common} from={other} rest={[]} number={count} />);
    others = node.children.slice(1);
    id = node.children[0];
  }
  return <div class="moves">{parts}</div>;
}

/** A variation with the button that folds it. The one that the current move is in is always open. */
function Variation(props: VariationLineProps): JSX.Element {
  const { tree, at, from, number, path, name, onFold } = props;
  const isOpen = tree[from]!.folded !== true || (path.has(from) && at !== from);
  const count = subtree(tree, from).length;
  return (
    <div class="variation">
      {onFold && count > 1 && (
        <button
          type="button"
          class="fold-toggle"
          aria-expanded={isOpen}
          aria-label={t("play.variation", { move: `${number} ${name(tree[from]!)}`, count })}
          onClick={() => onFold(from, isOpen)}
        />
      )}
      <VariationLine {...props} isShort={!isOpen} />
      {!isOpen && <span class="quiet figure">{`+${count - 1}`}</span>}
    </div>
  );
}
