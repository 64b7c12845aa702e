import { useMemo } from "react";

import { keyProblemOf } from "./key_problem";
import type { View } from "../../data/rows/read_view";
import type { FilterPart } from "../../data/requests/filter";
import type { TableDescription } from "../../data/requests/table_shapes";
import { useAddressQuery } from "../../shared/address";
import { FILTER_MEMBER, filterOf, narrowingOf } from "../../shared/narrowing";
import type { Narrowing } from "../../shared/view_addresses";

export interface AddressedView {
  readonly view: View;
  readonly narrowing: Narrowing;
  readonly filter: readonly FilterPart[];
  readonly problem: string; // why the address cannot be shown; empty if it can
  readonly key: string; // changes with what is read
}

const UNREADABLE = "This address cannot be read. Narrow the items again.";

// The address determines the shown items.
export function useView(table: TableDescription): AddressedView {
  const query = useAddressQuery();
  const said = useMemo(() => readAddress(query), [query]);
  const { index, pk, sk, op = "=", sk2 } = said.narrowing;
  const condition = pk === undefined ? undefined : { pk, sk: sk ?? [], op, sk2 };
  const problem = said.problem || keyProblemOf(table, said.narrowing);
  const key = [table.TableName, table.CreationDateTime, ...READ_MEMBERS.map((name) => new URLSearchParams(query).get(name))];
  return { ...said, problem, key: JSON.stringify(key), view: { table, index, condition, filter: said.filter } };
}

const READ_MEMBERS = ["index", "pk", "sk", "op", "sk2", FILTER_MEMBER];

function readAddress(query: string): { narrowing: Narrowing; filter: readonly FilterPart[]; problem: string } {
  const members = new URLSearchParams(query);
  try {
    return { narrowing: narrowingOf(members), filter: filterOf(members.get(FILTER_MEMBER) ?? ""), problem: "" };
  } catch {
    return { narrowing: { index: members.get("index") ?? undefined }, filter: [], problem: UNREADABLE };
  }
}
