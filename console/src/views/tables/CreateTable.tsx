import { createTable, setTimeToLive, waitUntilActive } from "../../data/requests/tables";
import { goTo, tableAddress } from "../../shared/address";
import { refreshTables } from "../../shared/live/queries";
import { Actions } from "../../shared/parts/Actions";
import { Checkbox } from "../../shared/parts/Checkbox";
import { Choice } from "../../shared/parts/Choice";
import { ErrorNote } from "../../shared/parts/ErrorNote";
import { LinkButton } from "../../shared/parts/LinkButton";
import { Page } from "../../shared/parts/Page";
import { PlaceLinks } from "../../shared/parts/PlaceLinks";
import { RunButton } from "../../shared/parts/RunButton";
import { SelectField } from "../../shared/parts/SelectField";
import { TextField } from "../../shared/parts/TextField";
import { useAction } from "../../shared/use_action";
import style from "./CreateTable.module.css";
import { BILLINGS, CLASSES, type Draft, STREAM_VIEWS } from "../../shared/table_forms/draft";
import { requestOf } from "../../shared/table_forms/draft_request";
import { CREATE_PLACES } from "./create_places";
import { IndexList } from "./IndexList";
import { KeyPartField } from "../../shared/table_forms/KeyPartField";
import { isComplete, nameProblem, partProblem, typeProblem } from "../../shared/table_forms/problems";
import { RequestPreview } from "./RequestPreview";
import { TagList } from "./TagList";
import { UnitsFields } from "../../shared/table_forms/UnitsFields";
import { useDraft } from "./use_draft";

export default function CreateTable() {
  const [draft, setDraft] = useDraft();
  const request = requestOf(draft);
  const change = (changes: Partial<Draft>) => setDraft({ ...draft, ...changes });
  const action = useAction(async (signal) => {
    try {
      await createTable(request, signal);
      if (draft.ttl !== "") {
        await waitUntilActive(draft.name, signal);
        await setTimeToLive(draft.name, draft.ttl, true, signal);
      }
      goTo(tableAddress(draft.name));
    } finally {
      await refreshTables();
    }
  });
  return (
    <Page title="Create table">
      <PlaceLinks label="Ways to create" places={CREATE_PLACES} />
      <div className={style.columns}>
        <form
          className={style.form}
          onSubmit={(event) => {
            event.preventDefault();
            if (isComplete(draft)) action.run();
          }}
        >
          <section className={style.section}>
            <TextField
              label="Table name"
              mono
              required
              value={draft.name}
              error={nameProblem(draft.name)}
              onChange={(name) => change({ name })}
            />
            <KeyPartField
              label="Partition key"
              part={draft.hash}
              error={partProblem(draft.hash.name) || typeProblem(draft, draft.hash)}
              onChange={(hash) => change({ hash })}
            />
            <KeyPartField
              label="Sort key"
              part={draft.range}
              error={typeProblem(draft, draft.range)}
              hint="Leave the name empty for a table without a sort key."
              onChange={(range) => change({ range })}
            />
          </section>
          <section className={style.section}>
            <h2>Indexes</h2>
            <IndexList draft={draft} onChange={(indexes) => change({ indexes })} />
          </section>
          <section className={style.section}>
            <h2>Capacity and storage</h2>
            <Choice label="Billing" value={draft.billing} choices={BILLINGS} onChange={(billing) => change({ billing })} />
            {draft.billing === "PROVISIONED" && <UnitsFields units={draft} onChange={setDraft} />}
            <SelectField
              label="Table class"
              value={draft.tableClass}
              choices={CLASSES}
              onChange={(tableClass) => change({ tableClass })}
            />
          </section>
          <section className={style.section}>
            <h2>Behaviour</h2>
            <SelectField
              label="Stream"
              value={draft.stream}
              choices={STREAM_VIEWS}
              onChange={(stream) => change({ stream })}
            />
            <TextField
              label="Time to live"
              mono
              value={draft.ttl}
              hint="The attribute with the time in seconds since 1970 when an item expires. Empty: items stay."
              onChange={(ttl) => change({ ttl })}
            />
            <Checkbox checked={draft.isProtected} onChange={(isProtected) => change({ isProtected })}>
              Protect the table against deletion
            </Checkbox>
          </section>
          <section className={style.section}>
            <h2>Tags</h2>
            <TagList tags={draft.tags} onChange={(tags) => change({ tags })} />
          </section>
          <ErrorNote error={action.error} />
          <Actions>
            <RunButton action={action} text="Create table" runningText="Creating…" disabled={!isComplete(draft)} />
            <LinkButton to="/tables">Cancel</LinkButton>
          </Actions>
        </form>
        <RequestPreview request={request} ttl={draft.ttl} />
      </div>
    </Page>
  );
}
