import { Autocomplete } from "@base-ui/react/autocomplete";
import { Dialog } from "@base-ui/react/dialog";
import { useRef, useState } from "react";

import { tableNameIn, useAddressPath } from "../shared/address";
import { useTables } from "../shared/live/queries";
import floating from "../shared/parts/floating.module.css";
import { type Command, commandGroups } from "./commands";
import style from "./Palette.module.css";

const SHOWN_MAX = 60;

// Goes to any table, view, action or key by a few letters.
export default function Palette(properties: {
  readonly close: () => void;
  readonly showKeys: () => void;
  readonly turnClock: () => void;
}) {
  const { close, showKeys, turnClock } = properties;
  const { data: tables = [] } = useTables();
  const [query, setQuery] = useState("");
  const [path] = useAddressPath();
  const here = { query, table: tableNameIn(path) };
  const input = useRef<HTMLInputElement>(null);
  const run = (command: Command) => {
    close();
    command.run();
  };
  return (
    <Dialog.Root open onOpenChange={(open) => !open && close()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={floating.backdrop} />
        <Dialog.Popup className={`${floating.panel} ${style.popup}`} aria-label="Palette" initialFocus={input}>
          <Autocomplete.Root
            open
            inline
            autoHighlight="always"
            value={query}
            onValueChange={setQuery}
            items={commandGroups(tables, here, { showKeys, turnClock })}
            itemToStringValue={(command: Command) => command.match ?? command.label}
            limit={SHOWN_MAX}
          >
            <Autocomplete.Input
              ref={input}
              className={style.input}
              aria-label="Go to a table, a view, an action or a key"
              placeholder="Table, view, action, or a table and a key"
            />
            <Autocomplete.Empty className={style.empty}>Nothing has that in its name.</Autocomplete.Empty>
            <Autocomplete.List className={style.list}>
              {(group: { value: string; items: Command[] }) => (
                <Autocomplete.Group key={group.value} items={group.items}>
                  <Autocomplete.GroupLabel className={style.group}>{group.value}</Autocomplete.GroupLabel>
                  <Autocomplete.Collection>
                    {(command: Command) => (
                      <Autocomplete.Item
                        key={command.label}
                        value={command}
                        className={style.item}
                        onClick={() => run(command)}
                      >
                        {command.label}
                      </Autocomplete.Item>
                    )}
                  </Autocomplete.Collection>
                </Autocomplete.Group>
              )}
            </Autocomplete.List>
          </Autocomplete.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
