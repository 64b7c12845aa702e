import { signOut, session } from "../data/requests/session";
import { goTo, tableAddress } from "../shared/address";
import { SERVER_PLACES } from "../shared/places";
import { chooseTheme, THEMES } from "../shared/theme";

export interface Command {
  readonly label: string;
  readonly run: () => void;
}

interface CommandGroup {
  readonly value: string;
  readonly items: readonly Command[];
}

// Everything that the palette offers.
export function commandGroups(tables: readonly string[], showKeys: () => void): CommandGroup[] {
  return [
    { value: "Views", items: SERVER_PLACES.map(({ label, path }) => ({ label, run: () => goTo(path) })) },
    {
      value: "Actions",
      items: [
        { label: "Create table", run: () => goTo("/create") },
        ...THEMES.map((theme) => ({ label: `Theme: ${theme}`, run: () => chooseTheme(theme) })),
        { label: "Show the keys", run: showKeys },
        ...(session.get().credentials === undefined ? [] : [{ label: "Sign out", run: signOut }]),
      ],
    },
    {
      value: "Tables",
      items: tables.map((name) => ({ label: name, run: () => goTo(tableAddress(name)) })),
    },
  ].filter((group) => group.items.length > 0);
}
