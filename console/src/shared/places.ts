import { tableAddress } from "./address";

// The places that the navigation and the palette offer.
export interface Place {
  readonly label: string;
  readonly path: string;
}

export const SERVER_PLACES: readonly Place[] = [{ label: "Tables", path: "/tables" }];

// The places of one table. `path` follows the table's address.
const TABLE_PLACES: readonly Place[] = [{ label: "Settings", path: "" }];

export const tablePlaces = (name: string): Place[] =>
  TABLE_PLACES.map(({ label, path }) => ({ label, path: tableAddress(name) + path }));
