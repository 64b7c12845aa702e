import type { Place } from "../../shared/places";

export const CREATE_PLACES: readonly Place[] = [
  { label: "One table", path: "/create" },
  { label: "From a model", path: "/create/model" },
];
