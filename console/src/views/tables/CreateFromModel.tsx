import { useState } from "react";

import { createModelTables, type Creation } from "../../data/model/create_tables";
import { draft } from "../../data/model/draft";
import { goTo, useParameter } from "../../shared/address";
import { refreshTables, useTables } from "../../shared/live/queries";
import { Actions } from "../../shared/parts/Actions";
import { Checkbox } from "../../shared/parts/Checkbox";
import { ErrorNote } from "../../shared/parts/ErrorNote";
import { LinkButton } from "../../shared/parts/LinkButton";
import { Page } from "../../shared/parts/Page";
import { PlaceLinks } from "../../shared/parts/PlaceLinks";
import { Progress } from "../../shared/parts/Progress";
import { RunButton } from "../../shared/parts/RunButton";
import { SelectField } from "../../shared/parts/SelectField";
import { Waiting } from "../../shared/parts/Waiting";
import { useAction } from "../../shared/use_action";
import { useStore } from "../../shared/use_store";
import { itemsAddress } from "../../shared/view_addresses";
import style from "./CreateFromModel.module.css";
import { CREATE_PLACES } from "./create_places";
import { ModelSource } from "./ModelSource";
import { ModelTables } from "./ModelTables";
import { useModelSource } from "./use_model_source";

const SAMPLES = [
  ["0", "None"],
  ["10", "10"],
  ["100", "100"],
  ["1000", "1,000"],
] as const;
type Sample = (typeof SAMPLES)[number][0];

// Creates all tables of a model, with sample items.
export default function CreateFromModel() {
  const source = useModelSource();
  const tables = useTables();
  const current = useStore(draft);
  const [items, setItems] = useParameter("items");
  const [adopt, setAdopt] = useState(current.text === "");
  const [progress, setProgress] = useState<Creation>();
  const each = SAMPLES.find(([name]) => name === items)?.[0] ?? "10";
  const existing = new Set(tables.data?.map((table) => table.TableName));
  const { model, text } = source;
  const missing = model?.tables.filter((table) => !existing.has(table.name)) ?? [];
  const offersToAdopt = text !== "" && text !== current.text;
  const action = useAction(async (signal) => {
    if (model === undefined) return;
    try {
      await createModelTables(model, existing, Number(each), setProgress, signal);
      if (adopt && offersToAdopt) draft.set({ text });
      goTo(missing.length === 1 ? itemsAddress(missing[0]!.name) : "/tables");
    } finally {
      setProgress(undefined);
      await refreshTables();
    }
  });
  return (
    <Page title="Create from a model">
      <PlaceLinks label="Ways to create" places={CREATE_PLACES} />
      <form
        className={style.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (missing.length > 0) action.run();
        }}
      >
        <ModelSource source={source} />
        <ErrorNote error={source.error} />
        {source.isReading && <Waiting label="Reading the model" />}
        {model !== undefined && (
          <>
            <ModelTables model={model} existing={existing} />
            <div className={style.items}>
              <SelectField<Sample>
                label="Sample items of each entity"
                value={each}
                choices={SAMPLES}
                onChange={setItems}
                hint="Writes count as your programs' do."
              />
            </div>
            {offersToAdopt && (
              <Checkbox checked={adopt} onChange={setAdopt}>
                Make it the current model, which names the entities of rows
                {current.text === "" ? "" : " (it replaces the one that is there)"}
              </Checkbox>
            )}
          </>
        )}
        {action.slow && progress && <Progress label={`${progress.done} of ${progress.of} ${progress.what}`} {...progress} />}
        <ErrorNote error={action.error} />
        <Actions>
          <RunButton
            action={action}
            text={missing.length > 1 ? `Create ${missing.length} tables` : "Create the table"}
            runningText="Creating…"
            disabled={missing.length === 0 || tables.data === undefined}
          />
          <LinkButton to="/tables">Cancel</LinkButton>
        </Actions>
      </form>
    </Page>
  );
}
