import type { Difference } from "../../data/values/difference";
import type { Value } from "../../data/values/value";
import { valueLine } from "../../data/values/value_line";
import { Text } from "../../shared/parts/Text";
import style from "./DifferenceTable.module.css";

const VALUE_CHARS = 400;

// The differences by attribute path. Without a comparison it lists the values of one image.
export function DifferenceTable(properties: {
  readonly differences: readonly Difference[];
  readonly compared: boolean;
}) {
  const { differences, compared } = properties;
  if (differences.length === 0) return null;
  return (
    <table className={style.table}>
      <thead>
        <tr>
          <th scope="col">Attribute</th>
          {compared ? (
            <>
              <th scope="col">Old</th>
              <th scope="col">New</th>
            </>
          ) : (
            <th scope="col">Value</th>
          )}
        </tr>
      </thead>
      <tbody>
        {differences.map((one, at) => (
          <tr key={at}>
            <th scope="row">
              <Text value={one.path} />
            </th>
            {compared ? (
              <>
                <td className={style.before}>{textOf(one.before)}</td>
                <td className={style.after}>{textOf(one.after)}</td>
              </>
            ) : (
              <td>{textOf(one.after ?? one.before)}</td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const textOf = (value: Value | undefined) =>
  value === undefined ? <span className={style.none}>none</span> : <Text value={valueLine(value, VALUE_CHARS)} />;
