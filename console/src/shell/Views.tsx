import { lazy, Suspense } from "react";
import { Redirect, Route, Switch } from "wouter";

import { Waiting } from "../shared/parts/Waiting";
import { TablesView } from "../views/tables/TablesView";
import { NoSuchPlace } from "./NoSuchPlace";

const CreateTable = lazy(() => import("../views/tables/CreateTable"));
const TablePage = lazy(() => import("../views/tables/TablePage"));

// Each place of the console and its view.
export function Views() {
  return (
    <Suspense fallback={<Waiting label="Loading the view" />}>
      <Switch>
        <Route path="/">
          <Redirect to="/tables" replace />
        </Route>
        <Route path="/tables" component={TablesView} />
        <Route path="/create" component={CreateTable} />
        <Route path="/tables/:name">
          {({ name }) => <TablePage key={name} name={nameOf(name)} />}
        </Route>
        <Route>
          <NoSuchPlace />
        </Route>
      </Switch>
    </Suspense>
  );
}

function nameOf(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}
