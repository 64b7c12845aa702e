import { useState } from "react";

import type { Bill } from "../../data/requests/bill_shapes";
import { useParameter } from "../../shared/address";
import { useTables } from "../../shared/live/queries";
import { Button } from "../../shared/parts/Button";
import { Choice } from "../../shared/parts/Choice";
import { SelectField } from "../../shared/parts/SelectField";
import { TextField } from "../../shared/parts/TextField";
import style from "./BillControls.module.css";
import { PERIODS, periodProblem, utilizationProblem } from "./terms";

// The controls for the period of the traffic and for the wanted use of provisioned capacity.
export function BillControls({ bill }: { readonly bill: Bill | undefined }) {
  const [period, setPeriod] = useParameter("period");
  const [table, setTable] = useParameter("table");
  const [, setPattern] = useParameter("pattern");
  const tables = useTables();
  const names = new Set([...(tables.data ?? []).map((one) => one.TableName), ...(bill?.tables ?? []).map((one) => one.table)]);
  if (table !== "") names.add(table);
  const isListed = PERIODS.some(([name]) => name === period);
  return (
    <div className={style.controls}>
      <SelectField
        label="Table"
        value={table}
        choices={[["", "All tables"], ...[...names].sort().map((name) => [name, name] as const)]}
        onChange={(name) => {
          setTable(name);
          setPattern("");
        }}
      />
      <Choice
        label="The traffic was that of"
        value={period}
        choices={isListed ? PERIODS : [...PERIODS, [period, period]]}
        onChange={setPeriod}
      />
      <TermField name="period" label="Another time" hint="90m" problem={periodProblem} />
      <TermField name="utilization" label="Provisioned, % used" hint="70" problem={utilizationProblem} />
    </div>
  );
}

// A term that applies when the user presses Enter or the button.
function TermField(properties: {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly problem: (text: string) => string;
}) {
  const { name, label, hint, problem } = properties;
  const [value, setValue] = useParameter(name);
  const [typed, setTyped] = useState<string>();
  const shown = typed ?? (name === "period" ? "" : value);
  return (
    <form
      className={style.term}
      onSubmit={(event) => {
        event.preventDefault();
        if (problem(shown) !== "") return;
        setValue(shown);
        setTyped(undefined);
      }}
    >
      <TextField label={label} placeholder={hint} value={shown} error={problem(shown)} onChange={setTyped} />
      <Button type="submit" aria-label={`Apply ${label.toLowerCase()}`} disabled={typed === undefined || problem(shown) !== ""}>
        Apply
      </Button>
    </form>
  );
}
