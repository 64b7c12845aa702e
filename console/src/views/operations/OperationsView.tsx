import { useEffect, useMemo, useRef, useState } from "react";

import { withLatest } from "../../data/operations/kept";
import { type BuiltRequest, emptyInput, isRead, type Operation, OPERATIONS, tableOf } from "../../data/operations/operations";
import { addressText } from "../../data/operations/request_text";
import { followUpOf, itemsOf, type Outcome, sendRequest } from "../../data/operations/send_request";
import { useParameter } from "../../shared/address";
import { refreshTables, useTables } from "../../shared/live/queries";
import { useKeys } from "../../shared/keys";
import { Actions } from "../../shared/parts/Actions";
import { Button } from "../../shared/parts/Button";
import { Checkbox } from "../../shared/parts/Checkbox";
import { CopyAs } from "../../shared/parts/CopyAs";
import { Page } from "../../shared/parts/Page";
import { RunButton } from "../../shared/parts/RunButton";
import { SelectField } from "../../shared/parts/SelectField";
import { Text } from "../../shared/parts/Text";
import { useAction } from "../../shared/use_action";
import { Answer } from "./Answer";
import { noteItems } from "./completions";
import { FailureNote } from "./FailureNote";
import { FieldProblems, useFieldProblems } from "./field_problems";
import forms from "./forms.module.css";
import style from "./OperationsView.module.css";
import { Panels } from "./Panels";
import { keep } from "./use_kept";
import { useRequest } from "./use_request";

const CHOICES = OPERATIONS.map((name) => [name, name] as const);
const ON = "on";

// Builds a request by form or JSON, sends it, and explains the answer.
export default function OperationsView() {
  const { data: tables = [] } = useTables();
  const { request, problem, setRequest, openRequest } = useRequest(tables[0]?.TableName ?? "");
  const [unmetered, setUnmetered] = useParameter("unmetered");
  const [outcome, setOutcome] = useState<Outcome>();
  const { isWrong, report } = useFieldProblems();
  const isMetered = unmetered !== ON;

  const answer = useRef<HTMLElement>(null);
  useEffect(() => {
    // The answer to a long form would be out of sight.
    if (outcome !== undefined) answer.current?.scrollIntoView({ block: "nearest" });
  }, [outcome]);

  const action = useAction(async (signal, sent: BuiltRequest) => {
    setOutcome(undefined);
    keep("history", (all) => withLatest(all, sent, Date.now()));
    const next = await sendRequest(sent, isMetered, signal);
    setOutcome(next);
    for (const { table, items } of itemsOf(next)) noteItems(table, items);
    if (!isRead(sent.operation)) await refreshTables();
  });
  const send = () => {
    if (!isWrong && !action.running) action.run(request);
  };
  useKeys([{ key: "Enter", ctrl: true, label: "Send the request", run: send }]);

  // The editor has a Ctrl+Enter of its own, so the builder takes the key before it.
  const sendByKey = (event: React.KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.stopPropagation();
    send();
  };

  const chooseOperation = (operation: Operation) =>
    openRequest({ operation, input: emptyInput(operation, tableOf(request)) });
  const isOld = useMemo(
    () => outcome !== undefined && addressText(outcome.request) !== addressText(request),
    [outcome, request],
  );
  const next = outcome === undefined ? undefined : followUpOf(outcome);

  return (
    <Page title="Operations" actions={<CopyAs request={request} />}>
      {problem !== "" && (
        <p role="alert" className={forms.warning}>
          <Text value={problem} />
        </p>
      )}
      <div className={style.columns}>
        <section className={style.request} aria-label="Request" onKeyDownCapture={sendByKey}>
          <div className={style.head}>
            <SelectField<Operation> label="Operation" value={request.operation} choices={CHOICES} onChange={chooseOperation} />
            <RunButton action={action} text="Send" runningText="Sending…" disabled={isWrong} onClick={send} />
          </div>
          {isWrong && <p className={forms.quiet}>Correct the marked fields before you send.</p>}
          <FieldProblems value={report}>
            <Panels {...{ request, setRequest, openRequest }} />
          </FieldProblems>
          {isRead(request.operation) && (
            <Checkbox checked={!isMetered} onChange={(on) => setUnmetered(on ? ON : "")}>
              Unmetered: the read takes no capacity and counts nowhere
            </Checkbox>
          )}
        </section>
        <section ref={answer} className={style.answer} aria-label="Answer">
          <FailureNote error={action.error} />
          {isOld && <p className={forms.quiet}>The request has changed since this answer.</p>}
          {outcome !== undefined && <Answer outcome={outcome} />}
          {next !== undefined && (
            <Actions>
              <Button
                disabled={action.running}
                onClick={() => {
                  openRequest(next.request);
                  action.run(next.request);
                }}
              >
                {next.label}
              </Button>
            </Actions>
          )}
          {outcome === undefined && action.error === undefined && !action.running && (
            <p className={forms.quiet}>
              The answer appears here with its key range, units and dollars. Requests count as your programs' do.
            </p>
          )}
        </section>
      </div>
    </Page>
  );
}
