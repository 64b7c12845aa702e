import type { SimulationResult } from "../../data/requests/job_shapes";
import { BusiestKeys } from "./BusiestKeys";
import { Costs } from "./Costs";
import { Course } from "./Course";
import { Notes } from "./Notes";
import { Patterns } from "./Patterns";
import { PlaceChooser } from "./PlaceChooser";
import { Scalings } from "./Scalings";
import style from "./SimulationView.module.css";
import { Splits } from "./Splits";
import { Summary } from "./Summary";
import { Throttles } from "./Throttles";
import { useShown } from "./use_shown";

// The result of one run.
export function RunResult({ result }: { readonly result: SimulationResult }) {
  const shown = useShown([result]);
  return (
    <>
      <Summary result={result} />
      <Notes notes={result.notes} />
      <PlaceChooser shown={shown} />
      <Course result={result} shown={shown} />
      <Details result={result} />
    </>
  );
}

export function Details({ result }: { readonly result: SimulationResult }) {
  return (
    <div className={style.details}>
      <Throttles result={result} />
      <BusiestKeys result={result} />
      <Splits result={result} />
      <Scalings result={result} />
      <Patterns result={result} />
      <Costs result={result} />
    </div>
  );
}
