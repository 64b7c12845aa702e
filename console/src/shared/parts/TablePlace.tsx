import type { ReactNode } from "react";

import { tablePlaces } from "../places";
import { Page } from "./Page";
import { PlaceLinks } from "./PlaceLinks";

// A view of one table: the page with links to the table's other views.
export function TablePlace(properties: {
  readonly name: string;
  readonly actions?: ReactNode;
  readonly fill?: boolean;
  readonly children: ReactNode;
}) {
  const { name, actions, fill, children } = properties;
  return (
    <Page title={name} actions={actions} fill={fill}>
      <PlaceLinks label="Views of the table" places={tablePlaces(name)} />
      {children}
    </Page>
  );
}
