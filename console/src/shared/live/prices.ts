import type { UnitPrices } from "../../data/operations/units";
import { unitPricesOf } from "../../data/operations/unit_prices";
import type { TableClass } from "../../data/requests/table_shapes";
import { usePriceTables } from "./model";

// Prices of on-demand units, as the server's own bill has them. undefined: not read yet.
export function useUnitPrices(tableClass: TableClass): UnitPrices | undefined {
  const { data } = usePriceTables();
  return data && unitPricesOf(data, tableClass);
}
