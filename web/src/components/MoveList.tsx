import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { ReviewedMove } from "../api/types";
import { type Color, otherColor } from "../board/point";
import type { VariationNode, VariationTree } from "../game/variationTree";
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
}

/** Variation tree as nested lists: the first line in full, every other one below the move it departs from. */
export function MoveList({ tree, at, first = "black", name, reviewed, onGo }: MoveListProps): JSX.Element {
  const box = useRef<HTMLElement>(null);
  useLayoutEffect(() => scrollToCurrent(box.current!), [at, tree.length]);
  const [from, ...rest] = tree[0]!.children;
  return (
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
          onGo={onGo}
        />
      )}
    </section>
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
}

function VariationLine({ from, rest, number, ...common }: VariationLineProps): JSX.Element {
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
        aria-label={moveName(count, count % 2 === 1 ? first : otherColor(first), name(node), mark)}
        onClick={() => onGo(here)}
      >
        <span class="move-number">{count}</span>
        {name(node)}
        {mark?.mark && (
          <span class="move-mark" data-judgement={mark.judgement} title={t(`judgement.${mark.judgement}`)}>
            {mark.mark}
          </span>
        )}
      </button>,
    );
    if (node.comment)
      parts.push(
        <span key={`c${id}`} class="move-comment">
          {node.comment}
        </span>,
      );
    for (const other of others) {
      parts.push(
        <div key={`v${other}`} class="variation">
          <VariationLine {...common} from={other} rest={[]} number={count} />
        </div>,
      );
    }
    others = node.children.slice(1);
    id = node.children[0];
  }
  return <div class="moves">{parts}</div>;
}
