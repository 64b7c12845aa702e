import { useState } from "react";

import { EVENTS } from "../../data/streams/stream_shapes";
import { visible } from "../../data/values/visible";
import { useParameter } from "../../shared/address";
import { Button } from "../../shared/parts/Button";
import { Choice } from "../../shared/parts/Choice";
import { SelectField } from "../../shared/parts/SelectField";
import { TextField } from "../../shared/parts/TextField";
import { numberProblem, type StartName, startOf } from "./tail_start";
import style from "./TailControls.module.css";

const STARTS = [
  ["oldest", "Oldest record"],
  ["now", "Now"],
  ["number", "Sequence number"],
] as const;
const CHOICES = [["", "All events"], ...EVENTS.map((name) => [name, name] as const)] as const;

// Where the tail starts, and which of its records show.
export function TailControls({ entities }: { readonly entities: readonly string[] }) {
  const [from, setFrom] = useParameter("from");
  const [event, setEvent] = useParameter("event");
  const [entity, setEntity] = useParameter("entity");
  const named = entity === "" || entities.includes(entity) ? entities : [...entities, entity];
  const [key, setKey] = useParameter("key");
  const start = startOf(from);
  const [asking, ask] = useState(false);
  const choose = (name: StartName) => {
    ask(name === "number");
    if (name !== "number") setFrom(name === "now" ? "now" : "");
  };
  const name = asking ? "number" : start.from;
  return (
    <div className={style.controls}>
      <Choice label="Start at" value={name} choices={STARTS} onChange={choose} />
      {name === "number" && <NumberForm before={start.from === "number" ? start.number : ""} start={setFrom} />}
      <div className={style.event}>
        <SelectField label="Event" value={event} choices={CHOICES} onChange={setEvent} />
      </div>
      {named.length > 0 && (
        <div className={style.entity}>
          <SelectField
            label="Entity"
            value={entity}
            choices={[["", "All entities"], ...named.map((one) => [one, visible(one)] as const)]}
            onChange={setEntity}
          />
        </div>
      )}
      <div className={style.key}>
        <TextField label="Key contains" type="search" mono value={key} onChange={setKey} />
      </div>
    </div>
  );
}

function NumberForm({ before, start }: { readonly before: string; readonly start: (number: string) => void }) {
  const [number, setNumber] = useState(before);
  const problem = numberProblem(number);
  return (
    <form
      className={style.number}
      onSubmit={(event) => {
        event.preventDefault();
        if (problem === "") start(number.trim());
      }}
    >
      <TextField label="First sequence number" mono value={number} onChange={setNumber} error={number === "" ? "" : problem} />
      <Button type="submit" disabled={problem !== ""}>
        Start there
      </Button>
    </form>
  );
}
