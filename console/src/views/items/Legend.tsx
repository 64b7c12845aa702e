import { useMemo } from "react";

import { entityColour } from "../../data/entities/colours";
import { type Entities, type EntitySource, SOURCE_TEXTS } from "../../data/entities/entities";
import { countText } from "../../data/values/amounts";
import type { Item } from "../../data/values/value";
import { Text } from "../../shared/parts/Text";
import style from "./Legend.module.css";

const SHOWN_MAX = 24;

// The entities of the loaded rows with their colours, counts and where the names come from. A click
// shows the loaded rows of one entity.
export function Legend(properties: {
  readonly table: string;
  readonly loaded: readonly Item[];
  readonly entities: Entities;
  readonly chosen: string;
  readonly onChoose: (entity: string) => void;
}) {
  const { table, loaded, entities, chosen, onChoose } = properties;
  const { counts, sources } = useMemo(() => countEntities(loaded, entities, chosen), [loaded, entities, chosen]);
  if (counts.size === 0) return null;
  const shown = [...counts].slice(0, SHOWN_MAX);
  return (
    <div role="group" aria-label="Entities" className={style.legend}>
      {shown.map(([name, count]) => (
        <button
          key={name}
          type="button"
          className={`${style.entity} ${name === chosen ? style.chosen : ""}`}
          aria-pressed={name === chosen}
          onClick={() => onChoose(name === chosen ? "" : name)}
        >
          <span className={style.mark} style={{ ["--mark" as string]: entityColour(table, name) }} />
          <Text value={name} /> <span className={style.count}>{countText(count)}</span>
        </button>
      ))}
      <span className={style.source}>
        {counts.size > shown.length && `and ${counts.size - shown.length} more; `}
        colours by {[...sources].map((source) => SOURCE_TEXTS[source]).join(" and ") || SOURCE_TEXTS.prefix}, counts of{" "}
        {countText(loaded.length)} loaded rows
      </span>
    </div>
  );
}

// The chosen entity is listed even if none of its rows is loaded any more.
function countEntities(loaded: readonly Item[], entities: Entities, chosen: string) {
  const counts = new Map<string, number>();
  const sources = new Set<EntitySource>();
  for (const item of loaded) {
    const entity = entities.of(item);
    if (entity === undefined) continue;
    counts.set(entity.name, (counts.get(entity.name) ?? 0) + 1);
    sources.add(entity.source);
  }
  if (chosen !== "" && !counts.has(chosen)) counts.set(chosen, 0);
  return { counts, sources };
}
