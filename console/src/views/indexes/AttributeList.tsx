import { useState } from "react";

import { attributesOf, type Survey } from "../../data/indexes/survey";
import type { IndexDescription, TableDescription } from "../../data/requests/table_shapes";
import { countText, plural } from "../../data/values/amounts";
import { Button } from "../../shared/parts/Button";
import { Status } from "../../shared/parts/Status";
import { Text } from "../../shared/parts/Text";
import style from "./Indexes.module.css";

const SHOWN = 30;

// The attributes of the items, and whether the index has them. A query of the index answers the
// projected ones only.
export function AttributeList(properties: {
  readonly survey: Survey;
  readonly index: IndexDescription;
  readonly table: TableDescription;
}) {
  const { survey, index, table } = properties;
  const [all, showAll] = useState(false);
  const attributes = attributesOf(survey, index, table);
  const absent = attributes.filter((one) => !one.isProjected).length;
  if (attributes.length === 0) return null;
  return (
    <>
      <h3>Attributes</h3>
      <p>
        {absent === 0
          ? "The index has every attribute of these items."
          : `The index does not have ${absent} of ${plural(attributes.length, "attribute")}.`}
        {survey.isCut && " The items have more attributes, which are not listed."}
      </p>
      <ul className={style.attributes}>
        {attributes.slice(0, all ? undefined : SHOWN).map(({ name, count, isProjected }) => (
          <li key={name} className={style.attribute}>
            <code>
              <Text value={name} />
            </code>
            <Status tone={isProjected ? "good" : "quiet"} text={isProjected ? "projected" : "not projected"} />
            <span className={style.quiet}>{plural(count, "item")}</span>
          </li>
        ))}
      </ul>
      {attributes.length > SHOWN && !all && (
        <div>
          <Button kind="quiet" onClick={() => showAll(true)}>
            Show all {countText(attributes.length)}
          </Button>
        </div>
      )}
    </>
  );
}
