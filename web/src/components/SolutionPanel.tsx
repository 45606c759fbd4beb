import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { childrenOf, type Proof, type ProofNode, proofPath } from "../game/proof";
import { replyLetter } from "../game/proofMarks";
import { moveText, solutionSummary } from "../game/proofText";
import type { SolveController } from "../game/solveController";
import { t } from "../i18n/t";
import { Button } from "./Button";

/** Summary of the solution, and its proof to step through. */
export function SolutionPanel({ controller }: { controller: SolveController }): JSX.Element | null {
  const found = controller.found.value;
  if (!found) return null;
  const { solution, kind } = found;
  const proof = controller.proof.value;
  return (
    <section class="block grow answer" aria-label={t("solve.answer")}>
      <div role="status">
        {solutionSummary(solution, kind).map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
      <p class="quiet figure">
        {t("solve.effort", {
          seconds: (solution.elapsed_ms / 1000).toFixed(2),
          nodes: solution.nodes.toLocaleString(),
        })}
      </p>
      {solution.reach?.answer === "yes" && (
        <Button
          icon={controller.witness.value ? "back" : "play"}
          label={t(controller.witness.value ? "reach.back" : "reach.witness")}
          onPress={() => void controller.showWitness()}
        />
      )}
      {proof && <Steps controller={controller} proof={proof} />}
    </section>
  );
}

function Steps({ controller, proof }: { controller: SolveController; proof: Proof }): JSX.Element {
  const step = controller.step.value;
  const path = proofPath(proof, step);
  const next = childrenOf(proof, step);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    list.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }, [step]);
  return (
    <>
      <h2>{t("solve.steps")}</h2>
      <ol class="steps" ref={list}>
        {path.map((id, index) => (
          <li key={id}>
            <Move
              node={proof.nodes[id]!}
              number={index + 1}
              now={id === step}
              onGo={() => controller.go(id)}
            />
            <span class="quiet">{moveText(proof, proof.nodes[id]!)}</span>
          </li>
        ))}
      </ol>
      {next.length > 0 ? (
        <>
          <h3 class="quiet">{t(next.length > 1 ? "proof.choose" : "proof.next")}</h3>
          <ul class="steps">
            {next.map((id, index) => (
              <li key={id}>
                <Move
                  node={proof.nodes[id]!}
                  number={path.length + 1}
                  sign={replyLetter(index)}
                  onGo={() => controller.go(id)}
                />
                <span class="quiet">{moveText(proof, proof.nodes[id]!)}</span>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <p>{t("proof.end", { color: t(`color.${proof.winner}`) })}</p>
      )}
    </>
  );
}

interface MoveProps {
  readonly node: ProofNode;
  readonly number: number;
  readonly sign?: string;
  readonly now?: boolean;
  readonly onGo: () => Promise<void>;
}

function Move({ node: { color, point }, number, sign, now, onGo }: MoveProps): JSX.Element {
  return (
    <button type="button" class="move" aria-current={now ? "step" : undefined} onClick={() => void onGo()}>
      {sign && <b class="letter">{sign}</b>}
      {t("solve.step", {
        number,
        color: t(`color.${color}`),
        point: point?.name ?? t("proof.anywhere"),
      })}
    </button>
  );
}
