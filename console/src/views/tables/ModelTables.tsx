import type { ModelDescription, ModelTable } from "../../data/requests/model_shapes";
import { Text } from "../../shared/parts/Text";
import style from "./CreateFromModel.module.css";

// The tables that a model has, and which of them are there already.
export function ModelTables(properties: { readonly model: ModelDescription; readonly existing: ReadonlySet<string> }) {
  const { model, existing } = properties;
  return (
    <section aria-label="Tables of the model" className={style.tables}>
      <h2>
        Tables of <Text value={model.model} />
      </h2>
      {model.tables.map((table) => (
        <article key={table.name} className={style.table}>
          <h3>
            <Text value={table.name} />
          </h3>
          <p className={style.quiet}>{keysText(table)}</p>
          <p className={style.quiet}>
            Entities: <Text value={entitiesOf(model, table)} />
          </p>
          {existing.has(table.name) && <p>A table of this name exists. It stays as it is.</p>}
        </article>
      ))}
    </section>
  );
}

function keysText({ partitionKey, sortKey, indexes }: ModelTable): string {
  const key = [partitionKey, ...(sortKey === undefined ? [] : [sortKey])].join(" / ");
  if (indexes.length === 0) return `Key ${key}; no index`;
  return `Key ${key}; ${indexes.length === 1 ? "index" : "indexes"} ${indexes.map((index) => index.name).join(", ")}`;
}

const entitiesOf = (model: ModelDescription, table: ModelTable): string =>
  model.entities
    .filter((entity) => entity.table === table.name)
    .map((entity) => entity.name)
    .join(", ");
