import { type ComponentType, lazy, Suspense, useState } from "react";
import { Redirect, Route, Switch } from "wouter";

import { Waiting } from "../shared/parts/Waiting";
import { TablesView } from "../views/tables/TablesView";
import { NoSuchPlace } from "./NoSuchPlace";

const BillView = lazy(async () => ({ default: (await import("./groups/traffic")).BillView }));
const CapacityView = lazy(async () => ({ default: (await import("./groups/traffic")).CapacityView }));
const AdviceView = lazy(async () => ({ default: (await import("./groups/traffic")).AdviceView }));
const CreateFromModel = lazy(async () => ({ default: (await import("./groups/data")).CreateFromModel }));
const CreateTable = lazy(async () => ({ default: (await import("./groups/data")).CreateTable }));
const ExportView = lazy(async () => ({ default: (await import("./groups/data")).ExportView }));
const HeatView = lazy(async () => ({ default: (await import("./groups/traffic")).HeatView }));
const ImportView = lazy(async () => ({ default: (await import("./groups/data")).ImportView }));
let itemsView: ComponentType<{ readonly name: string }> | undefined;
const loadItems = async () => {
  const loaded = await import("../views/items/ItemsView");
  itemsView = loaded.default;
  return loaded;
};
const LazyItemsView = lazy(loadItems);
const SimulationView = lazy(async () => ({ default: (await import("./groups/design")).SimulationView }));
const OperationsView = lazy(async () => ({ default: (await import("./groups/design")).OperationsView }));
const ModelView = lazy(async () => ({ default: (await import("./groups/design")).ModelView }));
const StreamView = lazy(async () => ({ default: (await import("./groups/data")).StreamView }));
const IndexesView = lazy(async () => ({ default: (await import("./groups/data")).IndexesView }));
const ItemView = lazy(async () => ({ default: (await import("./groups/data")).ItemView }));
const TablePage = lazy(async () => ({ default: (await import("./groups/data")).TablePage }));

// Loads the script of the items view when the pointer or the focus meets a link to items: a user who
// opens a table sees its first rows sooner.
export function loadAhead({ target }: { readonly target: EventTarget }): void {
  if (!(target instanceof Element) || target.closest('a[href$="/items"], a[href*="/items?"]') === null) return;
  loadItems().catch(() => undefined); // the view itself says what failed
}

// React waits 300 ms before it replaces a fallback. A view that is loaded already needs none.
function ItemsView({ name }: { readonly name: string }) {
  const [View] = useState(() => itemsView ?? LazyItemsView);
  return <View name={name} />;
}

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
        <Route path="/model" component={ModelView} />
        <Route path="/create/model" component={CreateFromModel} />
        <Route path="/simulation" component={SimulationView} />
        <Route path="/operations" component={OperationsView} />
        <Route path="/bill" component={BillView} />
        <Route path="/advice" component={AdviceView} />
        <Route path="/tables/:name">
          {({ name }) => <TablePage key={name} name={nameOf(name)} />}
        </Route>
        <Route path="/tables/:name/capacity">
          {({ name }) => <CapacityView key={name} name={nameOf(name)} />}
        </Route>
        <Route path="/tables/:name/heat">
          {({ name }) => <HeatView key={name} name={nameOf(name)} />}
        </Route>
        <Route path="/tables/:name/items">
          {({ name }) => <ItemsView key={name} name={nameOf(name)} />}
        </Route>
        <Route path="/tables/:name/indexes">
          {({ name }) => <IndexesView key={name} name={nameOf(name)} />}
        </Route>
        <Route path="/tables/:name/item">
          {({ name }) => <ItemView key={name} name={nameOf(name)} />}
        </Route>
        <Route path="/tables/:name/import">
          {({ name }) => <ImportView key={name} name={nameOf(name)} />}
        </Route>
        <Route path="/tables/:name/export">
          {({ name }) => <ExportView key={name} name={nameOf(name)} />}
        </Route>
        <Route path="/tables/:name/stream">
          {({ name }) => <StreamView key={name} name={nameOf(name)} />}
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
