import type { IndexDescription } from "../../data/requests/table_shapes";
import { bytesText, countText } from "../../data/values/amounts";
import { Button } from "../../shared/parts/Button";
import { Progress } from "../../shared/parts/Progress";
import { Status } from "../../shared/parts/Status";
import { Text } from "../../shared/parts/Text";
import { PROJECTIONS } from "../../shared/table_forms/draft";
import style from "./Indexes.module.css";
import { keysText, statusText, statusTone } from "../../shared/table_forms/table_facts";

export function IndexRow(properties: {
  readonly index: IndexDescription;
  readonly kind: "Global" | "Local";
  readonly percent?: number; // of a backfill under way
  readonly onDrop?: () => void;
}) {
  const { index, kind, percent, onDrop } = properties;
  const { ProjectionType, NonKeyAttributes } = index.Projection;
  const projected = PROJECTIONS.find(([name]) => name === ProjectionType)?.[1] ?? ProjectionType;
  return (
    <tr>
      <th scope="row">{index.IndexName}</th>
      <td>{kind}</td>
      <td>
        <code>
          <Text value={keysText(index.KeySchema)} />
        </code>
      </td>
      <td>
        {NonKeyAttributes === undefined ? projected : <Text value={`Keys, ${NonKeyAttributes.join(", ")}`} />}
      </td>
      <td>
        {percent === undefined ? (
          <Status
            tone={statusTone(index.IndexStatus ?? "ACTIVE")}
            text={statusText(index.IndexStatus ?? "ACTIVE")}
          />
        ) : (
          <Progress label={`Backfill ${Math.floor(percent)} %`} done={percent} of={100} />
        )}
      </td>
      <td className={style.number}>{countText(index.ItemCount ?? 0)}</td>
      <td className={style.number}>{bytesText(index.IndexSizeBytes ?? 0)}</td>
      <td className={style.drop}>
        {kind === "Global" && (
          <Button aria-label={`Delete index ${index.IndexName}`} disabled={onDrop === undefined} onClick={onDrop}>
            Delete
          </Button>
        )}
      </td>
    </tr>
  );
}
