import type { TableDescription } from "../../data/requests/table_shapes";
import { indexOf, type Source } from "../../data/transfer/export_source";
import { type Format, FORMAT_NAMES, formatOf, FORMATS } from "../../data/transfer/formats";
import { visible } from "../../data/values/visible";
import { useAddressQuery, useParameter } from "../../shared/address";
import { Checkbox } from "../../shared/parts/Checkbox";
import { Choice } from "../../shared/parts/Choice";
import { SelectField } from "../../shared/parts/SelectField";
import { Text } from "../../shared/parts/Text";
import { selection } from "../../shared/selection";
import { useStore } from "../../shared/use_store";
import style from "./ExportForm.module.css";
import { ExportRun } from "./ExportRun";
import { FORMAT_FACTS } from "./format_facts";
import { choicesOf } from "./read_narrowing";

const CHOICES: readonly (readonly [Format, string])[] = FORMATS.map((format) => [format, FORMAT_NAMES[format]]);
const ON = "on";

// The choices of an export. The address holds all of it but the selection.
export function ExportForm({ table }: { readonly table: TableDescription }) {
  const [, setFrom] = useParameter("from");
  const [format, setFormat] = useParameter("format");
  const [gzip, setGzip] = useParameter("gzip");
  const [guard, setGuard] = useParameter("guard");
  const { choices, chosen, source, problem } = choicesOf(table, useAddressQuery(), useStore(selection));
  const known = formatOf(format) ?? "jsonl";
  const options = { format: known, compressed: gzip === ON, guard: known === "csv" && guard === ON };
  return (
    <>
      <div className={style.form}>
        <SelectField
          label="Export"
          value={chosen}
          choices={choices.map(([from, text]) => [from, visible(text)])}
          onChange={setFrom}
          hint={source === undefined ? undefined : factOf(table, source)}
        />
        <Choice
          label="Format"
          value={known}
          choices={CHOICES}
          onChange={(chosenFormat) => setFormat(chosenFormat === "jsonl" ? "" : chosenFormat)}
        />
        <div className={style.facts}>
          <p>{FORMAT_FACTS[known].writes}</p>
          <pre tabIndex={0}>{FORMAT_FACTS[known].example}</pre>
        </div>
        <div>
          <Checkbox checked={options.compressed} onChange={(on) => setGzip(on ? ON : "")}>
            Compress with gzip
          </Checkbox>
          {known === "csv" && (
            <Checkbox checked={options.guard} onChange={(on) => setGuard(on ? ON : "")}>
              Guard against formulas: texts that begin with <code>=</code>, <code>+</code>, <code>-</code> or{" "}
              <code>@</code> get an apostrophe in front. An import removes it.
            </Checkbox>
          )}
        </div>
      </div>
      {problem !== "" && (
        <p role="alert" className={style.problem}>
          <Text value={problem} />
        </p>
      )}
      {source !== undefined && <ExportRun table={table} source={source} options={options} />}
    </>
  );
}

function factOf(table: TableDescription, source: Source): string {
  if (source.kind === "keys") return "Items that were deleted since are left out.";
  const index = source.index === undefined ? undefined : indexOf(table, source.index);
  const projection = index?.Projection.ProjectionType ?? "ALL";
  const order = source.kind === "query" ? "The order of the Query is kept." : "Parts are read side by side, so the order is mixed.";
  return projection === "ALL" ? order : `${order} The index holds its projected attributes only.`;
}
