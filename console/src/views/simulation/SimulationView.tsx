import { useParameter } from "../../shared/address";
import { Empty } from "../../shared/parts/Empty";
import { Page } from "../../shared/parts/Page";
import { Beside } from "./Beside";
import { InputsForm } from "./InputsForm";
import { Run } from "./Run";
import { RunChooser } from "./RunChooser";

// Runs a model's patterns as traffic against the rules of capacity, and shows what happened.
export default function SimulationView() {
  const [run, setRun] = useParameter("run");
  const [beside] = useParameter("beside");
  return (
    <Page title="Simulation">
      <InputsForm onStart={(id) => setRun(id, { replace: false })} />
      <RunChooser />
      {run === "" && (
        <Empty title="No simulation yet">
          <p>
            A simulation sends a model’s patterns as traffic for a day. It shows what would be throttled and why, which
            keys are hot, where partitions split, and what it costs. Choose inputs above, and run it.
          </p>
        </Empty>
      )}
      {run !== "" && beside === "" && <Run key={run} id={run} />}
      {run !== "" && beside !== "" && <Beside key={`${run} ${beside}`} ids={[run, beside]} />}
    </Page>
  );
}
