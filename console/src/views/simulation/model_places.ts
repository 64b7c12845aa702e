import type { KeyTemplate, ModelDescription } from "../../data/requests/model_shapes";
import type { SimulationResult } from "../../data/requests/simulation_shapes";

// Where the parts of a result stand in the model that the console works on.
export interface ModelPlaces {
  readonly hasPattern: (id: string) => boolean;
  readonly lineOfKey: (resource: string, key: string) => number | undefined;
}

const NOWHERE: ModelPlaces = { hasPattern: () => false, lineOfKey: () => undefined };

// A result of another model has no places. The names tell, because a user may edit the model on.
export function placesIn(description: ModelDescription | undefined, result: SimulationResult): ModelPlaces {
  if (description === undefined || description.model !== result.model) return NOWHERE;
  return {
    hasPattern: (id) => description.patterns.some((pattern) => pattern.id === id),
    lineOfKey: (resource, key) => {
      const [table, index] = resource.split("/");
      const wanted = skeletonOf(key.replace(/ \(\d+\w\w\)$/, ""));
      const entity = description.entities.find(
        (each) =>
          each.table === table &&
          each.rows.some((row) => row.index === index && textOf(row.partition) === wanted),
      );
      return entity?.line;
    },
  };
}

// A key without the names of its attributes: "SCANS#{}#{}".
const skeletonOf = (text: string): string => text.replace(/\{[^}]*\}/g, "{}");

const textOf = (templates: readonly KeyTemplate[]): string =>
  templates.map(({ parts }) => parts.map(({ literal }) => literal ?? "{}").join("")).join(", ");
