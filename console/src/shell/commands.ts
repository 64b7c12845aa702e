import { signOut, session } from "../data/requests/session";
import type { TableDescription } from "../data/requests/table_shapes";
import { goTo } from "../shared/address";
import { SERVER_PLACES, tablePlaces } from "../shared/places";
import { chooseTheme, THEMES } from "../shared/theme";
import { itemsAddress } from "../shared/view_addresses";
import { keyCommands } from "./key_commands";

export interface Command {
  readonly label: string;
  readonly match?: string; // what the user types for it; absent: the label
  readonly run: () => void;
}

interface CommandGroup {
  readonly value: string;
  readonly items: readonly Command[];
}

interface Here {
  readonly query: string; // what the user has typed
  readonly table: string | undefined; // the one that is shown
}

interface Actions {
  readonly showKeys: () => void;
  readonly turnClock: () => void;
}

// Everything that the palette offers.
export function commandGroups(
  tables: readonly TableDescription[],
  here: Here,
  { showKeys, turnClock }: Actions,
): CommandGroup[] {
  const { query, table } = here;
  return [
    { value: "This table", items: table === undefined ? [] : placesOf(table) },
    { value: "Views", items: SERVER_PLACES.map(({ label, path }) => ({ label, run: () => goTo(path) })) },
    {
      value: "Actions",
      items: [
        { label: "Create table", run: () => goTo("/create") },
        { label: "Create from a model", run: () => goTo("/create/model") },
        ...THEMES.map((theme) => ({ label: `Theme: ${theme}`, run: () => chooseTheme(theme) })),
        { label: "Turn the clock", run: turnClock },
        { label: "Show the keys", run: showKeys },
        ...(session.get().credentials === undefined ? [] : [{ label: "Sign out", run: signOut }]),
      ],
    },
    {
      value: "Tables",
      items: tables.map(({ TableName: name }) => ({ label: name, run: () => goTo(itemsAddress(name)) })),
    },
    { value: "Keys", items: keyCommands(query, tables, table) },
  ].filter((group) => group.items.length > 0);
}

const placesOf = (table: string): Command[] =>
  tablePlaces(table).map(({ label, path }) => ({ label: `${table}: ${label}`, run: () => goTo(path) }));
