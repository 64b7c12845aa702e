import { createStore } from "../../data/store";
import { plural } from "../../data/values/amounts";
import type { UnitsTaken } from "../../data/requests/items";

// Returns the result and the units of a save, as the server has counted them.
export function savedText(
  { units, requests }: { readonly units: UnitsTaken; readonly requests: number },
  changes: number,
  isNew: boolean,
): string {
  const what = isNew ? "Saved as a new item." : `Saved ${plural(changes, "change")}${requests > 1 ? ` in ${requests} requests` : ""}.`;
  const parts = [`${plural(units.table, "write unit")} of the table`, ...[...units.indexes].map(([name, count]) => `${count} of ${name}`)];
  return `${what} It took ${parts.join(", ")}.`;
}

// A new item opens its own address once it is saved. The text goes along.
export const arrival = createStore("");
