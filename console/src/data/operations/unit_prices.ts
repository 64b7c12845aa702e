import type { TableClass } from "../requests/table_shapes";
import { isObject, objectOf } from "./operations";
import type { UnitPrices } from "./units";

const MEMBERS: { readonly [tableClass in TableClass]: string } = {
  STANDARD: "standard",
  STANDARD_INFREQUENT_ACCESS: "infrequent_access",
};

// The on-demand prices of the default table (docs/prices.md). undefined: it has none.
export function unitPricesOf(
  { default: name, prices }: { readonly default: string; readonly prices: readonly object[] },
  tableClass: TableClass,
): UnitPrices | undefined {
  const named = prices.filter(isObject).find((one) => one["name"] === name);
  const { read_million: read, write_million: write } = objectOf(objectOf(objectOf(named?.["table"])[MEMBERS[tableClass]])["on_demand"]);
  return typeof read === "number" && typeof write === "number" ? { read, write } : undefined;
}
