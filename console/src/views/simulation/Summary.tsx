import type { SimulationResult } from "../../data/requests/job_shapes";
import { Text } from "../../shared/parts/Text";
import { MEASURES } from "./measures";
import style from "./SimulationView.module.css";
import { lengthText } from "./times";

// The figures of a run in one line.
export function Summary({ result }: { readonly result: SimulationResult }) {
  return (
    <dl className={style.summary}>
      <div>
        <dt>Model</dt>
        <dd>
          <Text value={result.model} />
        </dd>
      </div>
      <div>
        <dt>Run</dt>
        <dd>{runText(result)}</dd>
      </div>
      {MEASURES.map(({ label, of, text }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{text(of(result))}</dd>
        </div>
      ))}
    </dl>
  );
}

export const runText = ({ seconds, profile, attempts, seed }: SimulationResult): string =>
  `${lengthText(seconds)}, ${profile}, ${attempts} attempts, seed ${seed}`;
