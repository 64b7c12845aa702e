import type { PatternBill } from "../../data/requests/bill_shapes";
import type { Access } from "../../data/requests/heat_shapes";

const SPECIAL = /[.+?^${}()[\]\\]/g;

// The patterns of the bill whose partition key fits `key`, the most expensive first.
export const patternsOf = (
  patterns: readonly PatternBill[],
  { table, index, access, key }: { readonly table: string; readonly index?: string; readonly access: Access; readonly key: string },
): PatternBill[] =>
  patterns.filter(
    (one) =>
      one.table === table &&
      (access === "read" ? one.readUnits : one.writeUnits) > 0 &&
      fits(keyTemplate(one, index), key),
  );

// "Query GSI1 CUST#* / ORDER#*" is `CUST#*`. Writes reach an index under the pattern of the table.
function keyTemplate({ operation, pattern }: PatternBill, index: string | undefined): string | undefined {
  let rest = pattern.startsWith(`${operation} `) ? pattern.slice(operation.length + 1) : undefined;
  if (rest === undefined) return undefined;
  if (index !== undefined && rest.startsWith(`${index} `)) rest = rest.slice(index.length + 1);
  return rest.split(" / ")[0];
}

function fits(template: string | undefined, key: string): boolean {
  if (template === undefined || template === "") return false;
  const source = template
    .replace(SPECIAL, "\\$&")
    .replaceAll("|", "\\|")
    .replaceAll("*", ".*");
  return new RegExp(`^${source}$`, "su").test(key);
}
