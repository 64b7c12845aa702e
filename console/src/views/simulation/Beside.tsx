import type { JobSummary, SimulationResult } from "../../data/requests/job_shapes";
import { useJob } from "../../shared/live/jobs";
import { Text } from "../../shared/parts/Text";
import { Course } from "./Course";
import { Notes } from "./Notes";
import { PlaceChooser } from "./PlaceChooser";
import { Run } from "./Run";
import { RunName } from "./run_name";
import { Details } from "./RunResult";
import { runText } from "./Summary";
import style from "./SimulationView.module.css";
import { changeText, MEASURES } from "./measures";
import { useShown } from "./use_shown";

// Two runs side by side. One that is not done yet shows its progress in its place.
export function Beside({ ids }: { readonly ids: readonly [string, string] }) {
  const first = useJob<SimulationResult>(ids[0]).data;
  const second = useJob<SimulationResult>(ids[1]).data;
  if (first?.result !== undefined && second?.result !== undefined) {
    return <Pair results={[first.result, second.result]} times={[timeOf(first), timeOf(second)]} />;
  }
  return (
    <div className={style.pair}>
      <Run id={ids[0]} />
      <Run id={ids[1]} />
    </div>
  );
}

const timeOf = ({ created }: JobSummary): string => created.slice(11, 19);

type Results = readonly [SimulationResult, SimulationResult];

function Pair({ results, times }: { readonly results: Results; readonly times: readonly string[] }) {
  const shown = useShown(results);
  return (
    <>
      <Comparison results={results} />
      <PlaceChooser shown={shown} />
      <div className={style.pair}>
        {results.map((result, at) => (
          <section key={at} className={style.half} aria-label={at === 0 ? "The run" : "The run beside it"}>
            <h2>
              {at === 0 ? "A" : "B"}: <Text value={result.model} /> of {times[at]} ({runText(result)})
            </h2>
            <Notes notes={result.notes} />
            <RunName value={at === 0 ? "A: " : "B: "}>
              <Course result={result} shown={shown} />
              <Details result={result} />
            </RunName>
          </section>
        ))}
      </div>
    </>
  );
}

function Comparison({ results: [first, second] }: { readonly results: Results }) {
  return (
    <div className={style.scroll} tabIndex={0} role="region" aria-label="Comparison">
      <table className={style.comparison}>
        <thead>
          <tr>
            <th scope="col">Run</th>
            <th scope="col">A</th>
            <th scope="col">B</th>
            <th scope="col">Change</th>
          </tr>
        </thead>
        <tbody>
          {MEASURES.map((measure) => {
            const [before, after] = [measure.of(first), measure.of(second)];
            return (
              <tr key={measure.label}>
                <th scope="row">{measure.label}</th>
                <td>{measure.text(before)}</td>
                <td>{measure.text(after)}</td>
                <td>{changeText(measure, before, after)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
