import { useState } from "react";

import { EMPTY_SURVEY, type Survey, surveyed } from "../../data/indexes/survey";
import { scanPage } from "../../data/requests/scan_pages";
import type { IndexDescription, TableDescription } from "../../data/requests/table_shapes";
import { countText, plural } from "../../data/values/amounts";
import { Actions } from "../../shared/parts/Actions";
import { Button } from "../../shared/parts/Button";
import { ErrorNote } from "../../shared/parts/ErrorNote";
import { Progress } from "../../shared/parts/Progress";
import { useAction } from "../../shared/use_action";
import { AttributeList } from "./AttributeList";
import style from "./Indexes.module.css";
import { Reasons } from "./Reasons";

const LOOK = 10_000; // items for each press of the button
const PAGE = 1000;

// Looks at the table's items on request: which of them the index leaves out, and which attributes.
export function Absences({ table, index }: { readonly table: TableDescription; readonly index: IndexDescription }) {
  const [survey, setSurvey] = useState<Survey>();
  const look = useAction(async (signal, start: Survey) => {
    let now = start;
    const end = start.looked + LOOK;
    do {
      const { items, next } = await scanPage(table.TableName, now.next, Math.min(PAGE, end - now.looked), signal);
      now = surveyed(now, items, next, index, table);
      setSurvey(now);
    } while (now.next !== undefined && now.looked < end);
  });
  const again = () => look.run(EMPTY_SURVEY);
  return (
    <section className={style.section} aria-label="Absent items">
      <h3>Absent items</h3>
      <p className={style.quiet}>
        The index holds the items that have all attributes of its key. Looking at the items counts nowhere.
      </p>
      <ErrorNote error={look.error} />
      {look.running ? (
        <Actions>
          <Progress label={`${countText(survey?.looked ?? 0)} items looked at`} />
          <Button onClick={look.stop}>Stop</Button>
        </Actions>
      ) : (
        <Actions>
          <Button onClick={again}>{survey === undefined ? "Look at the items" : "Look again"}</Button>
          {survey?.next !== undefined && (
            <Button onClick={() => look.run(survey)}>Look at {countText(LOOK)} more</Button>
          )}
        </Actions>
      )}
      {survey !== undefined && (
        <>
          <p role="status">
            {resultText(survey)}
            {survey.next !== undefined && !look.running && " The table has more items."}
          </p>
          {survey.reasons.length > 0 && <Reasons table={table} reasons={survey.reasons} />}
          <AttributeList survey={survey} index={index} table={table} />
        </>
      )}
    </section>
  );
}

function resultText({ looked, present }: Survey): string {
  if (looked === 0) return "The table has no items.";
  const absent = looked - present;
  if (absent === 0) return `Every one of ${plural(looked, "item")} has an entry.`;
  return `${countText(absent)} of ${plural(looked, "item")} ${absent === 1 ? "has" : "have"} no entry.`;
}
