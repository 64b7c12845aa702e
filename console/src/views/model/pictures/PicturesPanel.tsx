import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";

import type { ModelDescription } from "../../../data/requests/model_shapes";
import { useParameter } from "../../../shared/address";
import { useTables } from "../../../shared/live/queries";
import { Checkbox } from "../../../shared/parts/Checkbox";
import { ErrorNote } from "../../../shared/parts/ErrorNote";
import { SelectField } from "../../../shared/parts/SelectField";
import { useColours } from "../../../shared/picture/colours";
import { SaveButtons } from "../../../shared/picture/SaveButtons";
import type { Picture } from "../../../shared/picture/svg";
import { collectionsOf, nameOf, placesOf } from "./collections";
import { drawCollections } from "./draw_collections";
import { drawGraph } from "./draw_graph";
import { readLiveRows, sampleOf } from "./known_rows";
import { PictureImage } from "./PictureImage";
import style from "./PicturesPanel.module.css";

const GRAPH = "graph";

// The model in pictures: the entities as a graph, and each table and index as item collections.
export default function PicturesPanel({ model }: { readonly model: ModelDescription }) {
  const [chosen, choose] = useParameter("picture");
  const colours = useColours();
  const places = useMemo(() => placesOf(model), [model]);
  const place = places.find((one) => nameOf(one) === chosen) ?? (chosen === GRAPH ? undefined : places[0]);
  const live = useLiveRows(model, place?.table.name);
  const drawn: Picture = useMemo(() => {
    if (place === undefined) return drawGraph(model, colours);
    const keys = keysOf(place);
    const collections = collectionsOf(place, live.rows ?? sampleOf(model, place.table.name));
    return drawCollections(nameOf(place), keys, collections, model.entities.map(({ name }) => name), colours);
  }, [model, place, live.rows, colours]);
  const title = place === undefined ? `${model.model} entities` : `${model.model} ${nameOf(place)}`;
  return (
    <div className={style.panel}>
      <div className={style.controls}>
        <SelectField
          label="Picture"
          value={place === undefined ? GRAPH : nameOf(place)}
          choices={[...places.map((one) => [nameOf(one), labelOf(one)] as const), [GRAPH, "Entities and relations"] as const]}
          onChange={choose}
        />
        {live.isOffered && (
          <Checkbox checked={live.isOn} onChange={live.turn}>
            with the table's own items
          </Checkbox>
        )}
        <SaveButtons title={title} draw={() => drawn} />
      </div>
      <ErrorNote error={live.error} />
      {live.rows?.length === 0 && <p>The table has no items that the model knows.</p>}
      <PictureImage picture={drawn} description={descriptionOf(model, place === undefined ? undefined : nameOf(place), live.isOn)} />
    </div>
  );
}

type Place = ReturnType<typeof placesOf>[number];

const labelOf = (place: Place): string => `${place.index === undefined ? "Table" : "Index"} ${nameOf(place)}`;

const keysOf = ({ table, index }: Place): [string, string] =>
  index === undefined ? [table.partitionKey, table.sortKey ?? ""] : [index.partitionKey.join(" + "), index.sortKey.join(" + ")];

// The items of the server's table instead of sample data, where the user wants them.
function useLiveRows(model: ModelDescription, table: string | undefined) {
  const { data: tables } = useTables();
  const [data, setData] = useParameter("data");
  const isOffered = table !== undefined && (tables?.some(({ TableName }) => TableName === table) ?? false);
  const isOn = isOffered && data === "live";
  const { data: rows, error } = useQuery({
    queryKey: ["live-rows", model, table],
    queryFn: ({ signal }) => readLiveRows(model, table!, signal),
    enabled: isOn,
  });
  return { isOffered, isOn, rows: isOn ? rows : undefined, error, turn: (on: boolean) => setData(on ? "live" : "") };
}

const descriptionOf = (model: ModelDescription, place: string | undefined, isLive: boolean): string =>
  place === undefined
    ? `The entities of ${model.model}: ${model.entities.map(({ name }) => name).join(", ")}.`
    : `Item collections of ${place} with ${isLive ? "the table's own items" : "sample data"}.`;
