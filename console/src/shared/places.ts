import { tableAddress } from "./address";

// The places that the navigation and the palette offer.
export interface Place {
  readonly label: string;
  readonly path: string;
}

export const SERVER_PLACES: readonly Place[] = [
  { label: "Tables", path: "/tables" },
  { label: "Model", path: "/model" },
  { label: "Simulation", path: "/simulation" },
  { label: "Operations", path: "/operations" },
  { label: "Bill", path: "/bill" },
  { label: "Advice", path: "/advice" },
];

// The places of one table. `path` follows the table's address.
const TABLE_PLACES: readonly Place[] = [
  { label: "Items", path: "/items" },
  { label: "Indexes", path: "/indexes" },
  { label: "Settings", path: "" },
  { label: "Stream", path: "/stream" },
  { label: "Heat", path: "/heat" },
  { label: "Capacity", path: "/capacity" },
  { label: "Import", path: "/import" },
  { label: "Export", path: "/export" },
];

export const tablePlaces = (name: string): Place[] =>
  TABLE_PLACES.map(({ label, path }) => ({ label, path: tableAddress(name) + path }));
