import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { nextOf, type Proof, type ProofNode, wayTo } from "../game/proof";
import { signOf } from "../game/proofMarks";
import { sentenceOf, summaryOf } from "../game/proofText";
import type { Solver } from "../game/solveController";
import { say } from "../i18n/t";
import { Button } from "./Button";

/** What was found: in a sentence, and as a proof to be stepped through. */
export function Answer({ solver }: { solver: Solver }): JSX.Element | null {
  const found = solver.found.value;
  if (!found) return null;
  const { solution, kind } = found;
  const proof = solver.proof.value;
  return (
    <section class="block grow answer" aria-label={say("solve.answer")}>
      <div role="status">
        {summaryOf(solution, kind).map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
      <p class="quiet figure">
        {say("solve.effort", {
          seconds: (solution.elapsed_ms / 1000).toFixed(2),
          nodes: solution.nodes.toLocaleString(),
        })}
      </p>
      {solution.reach?.answer === "yes" && (
        <Button
          icon={solver.witness.value ? "back" : "play"}
          label={say(solver.witness.value ? "reach.back" : "reach.witness")}
          onPress={() => void solver.showWitness()}
        />
      )}
      {proof && <Steps solver={solver} proof={proof} />}
    </section>
  );
}

function Steps({ solver, proof }: { solver: Solver; proof: Proof }): JSX.Element {
  const step = solver.step.value;
  const way = wayTo(proof, step);
  const next = nextOf(proof, step);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    list.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }, [step]);
  return (
    <>
      <h2>{say("solve.steps")}</h2>
      <ol class="steps" ref={list}>
        {way.map((id, index) => (
          <li key={id}>
            <Move node={proof.nodes[id]!} number={index + 1} now={id === step} onGo={() => solver.go(id)} />
            <span class="quiet">{sentenceOf(proof, proof.nodes[id]!)}</span>
          </li>
        ))}
      </ol>
      {next.length > 0 ? (
        <>
          <h3 class="quiet">{say(next.length > 1 ? "proof.choose" : "proof.next")}</h3>
          <ul class="steps">
            {next.map((id, index) => (
              <li key={id}>
                <Move
                  node={proof.nodes[id]!}
                  number={way.length + 1}
                  sign={signOf(index)}
                  onGo={() => solver.go(id)}
                />
                <span class="quiet">{sentenceOf(proof, proof.nodes[id]!)}</span>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <p>{say("proof.end", { color: say(`color.${proof.winner}`) })}</p>
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
      {say("solve.step", {
        number,
        color: say(`color.${color}`),
        point: point?.name ?? say("proof.anywhere"),
      })}
    </button>
  );
}
