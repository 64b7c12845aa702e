import type { ModelDescription } from "../../data/requests/model_shapes";
import type { PriceOptions } from "../../data/requests/workbench_shapes";
import { Checkbox } from "../../shared/parts/Checkbox";
import { SelectField } from "../../shared/parts/SelectField";
import { Text } from "../../shared/parts/Text";
import style from "./Panel.module.css";

const SCALES = [
  ["", "as it is"],
  ["0.1x", "a tenth"],
  ["2x", "twice"],
  ["10x", "10 times"],
  ["100x", "100 times"],
] as const;

// Changes of the design, each a switch. The price compares the model with all that are on.
export function WhatIfs(properties: {
  readonly model: ModelDescription;
  readonly options: PriceOptions;
  readonly setOptions: (options: PriceOptions) => void;
}) {
  const { model, options, setOptions } = properties;
  const { scale = "", withoutIndex = [], tablePerEntity = false, freeTier = false, class: storage } = options;
  const set = (change: Partial<PriceOptions>) => setOptions({ ...options, ...change });
  return (
    <fieldset>
      <legend>What if</legend>
      <div className={style.switches}>
        <SelectField
          label="Traffic and data"
          value={scale}
          choices={SCALES}
          onChange={(next) => {
            const { scale: _, ...rest } = options;
            setOptions(next === "" ? rest : { ...rest, scale: next });
          }}
        />
        {labelsOf(model).map((label) => (
          <Checkbox
            key={label}
            checked={withoutIndex.includes(label)}
            onChange={(on) => set({ withoutIndex: on ? [...withoutIndex, label] : withoutIndex.filter((one) => one !== label) })}
          >
            without <Text value={label} />
          </Checkbox>
        ))}
        <Checkbox checked={tablePerEntity} onChange={(on) => set({ tablePerEntity: on })}>
          a table for each entity
        </Checkbox>
        <Checkbox checked={storage === "ia"} onChange={(on) => set(on ? { class: "ia" } : { class: "standard" })}>
          class Infrequent Access
        </Checkbox>
        <Checkbox checked={freeTier} onChange={(on) => set({ freeTier: on })}>
          with the free tier
        </Checkbox>
      </div>
    </fieldset>
  );
}

// As `--without-index` takes them: with the table where two tables share a name.
function labelsOf({ tables }: ModelDescription): string[] {
  const all = tables.flatMap((table) => table.indexes.map((index) => ({ table: table.name, index: index.name })));
  return all.map(({ table, index }) => (all.filter((one) => one.index === index).length > 1 ? `${table}.${index}` : index));
}
