import type { FilterPart } from "../../data/requests/filter";
import { FILTER_MEMBER, filterText } from "../../shared/narrowing";
import { itemsAddress, type Narrowing } from "../../shared/view_addresses";

// The address of a narrowing with a filter beyond the key.
export function filteredAddress(table: string, narrowing: Narrowing, filter: readonly FilterPart[]): string {
  const address = itemsAddress(table, narrowing);
  if (filter.length === 0) return address;
  const member = new URLSearchParams({ [FILTER_MEMBER]: filterText(filter) });
  return `${address}${address.includes("?") ? "&" : "?"}${member}`;
}
