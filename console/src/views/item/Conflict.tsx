import { useMemo, useState } from "react";

import { type Change, changesBetween, withChanges } from "../../data/editing/changes";
import { valueAt } from "../../data/editing/draft";
import { previewText } from "../../data/editing/preview";
import { sameValue } from "../../data/editing/same";
import { pathText } from "../../data/values/path";
import type { Item } from "../../data/values/value";
import { Actions } from "../../shared/parts/Actions";
import { Button } from "../../shared/parts/Button";
import { Text } from "../../shared/parts/Text";
import style from "./Conflict.module.css";

const NOTHING: Item = new Map();
const SHOWN = 200;

// Both versions of an item side by side. For each place that differs the user chooses one.
export function Conflict(properties: {
  readonly base: Item | undefined; // what the changes started from
  readonly mine: Item;
  readonly theirs: Item | undefined;
  readonly apply: (theirs: Item | undefined, merged: Item) => void;
  readonly close: () => void;
}) {
  const { base, mine, theirs, apply, close } = properties;
  if (theirs === undefined) return <Gone mine={mine} apply={apply} close={close} />;
  return <Versions base={base} mine={mine} theirs={theirs} apply={apply} close={close} />;
}

function Gone({ mine, apply, close }: Pick<Parameters<typeof Conflict>[0], "mine" | "apply" | "close">) {
  return (
    <section className={style.conflict} aria-label="The item was deleted">
      <h2>The stored item was deleted meanwhile</h2>
      <p>Your version is still here. You can save it as a new item with the same key.</p>
      <Actions>
        <Button kind="primary" onClick={() => apply(undefined, mine)}>
          Keep mine as a new item
        </Button>
        <Button onClick={close}>Back to the editor</Button>
      </Actions>
    </section>
  );
}

type Side = "mine" | "theirs";

function Versions(properties: {
  readonly base: Item | undefined;
  readonly mine: Item;
  readonly theirs: Item;
  readonly apply: (theirs: Item, merged: Item) => void;
  readonly close: () => void;
}) {
  const { base = NOTHING, mine, theirs, apply, close } = properties;
  const places = useMemo(() => changesBetween(theirs, mine), [theirs, mine]);
  const [sides, choose] = useState<readonly Side[]>(() => places.map(({ path, after }) => (sameValue(valueAt(base, path), after) ? "theirs" : "mine")));
  const all = (side: Side) => choose(places.map(() => side));
  const merged = () => withChanges(theirs, places.filter((_, at) => sides[at] === "mine"));
  return (
    <section className={style.conflict} aria-label="Both versions">
      <h2>{base === NOTHING ? "An item with this key is stored already" : "The stored item has changed meanwhile"}</h2>
      <p>Choose a version of each place that differs. Nothing is saved before you press Save again.</p>
      {places.length === 0 && <p>Both versions are the same.</p>}
      {places.length > 0 && (
        <>
          <Actions>
            <Button onClick={() => all("mine")}>Keep all of mine</Button>
            <Button onClick={() => all("theirs")}>Take all of theirs</Button>
          </Actions>
          <div className={style.scroll} role="region" aria-label="Places that differ" tabIndex={0}>
            <table className={style.table}>
              <thead>
                <tr>
                  <th scope="col">Place</th>
                  <th scope="col">Mine</th>
                  <th scope="col">Stored now</th>
                </tr>
              </thead>
              <tbody>
                {places.slice(0, SHOWN).map((place, at) => (
                  <PlaceRow
                    key={pathText(place.path)}
                    place={place}
                    base={base}
                    side={sides[at] ?? "mine"}
                    choose={(side) => choose(sides.with(at, side))}
                  />
                ))}
              </tbody>
            </table>
          </div>
          {places.length > SHOWN && <p>{places.length - SHOWN} more places differ. They follow the buttons above.</p>}
        </>
      )}
      <Actions>
        <Button kind="primary" onClick={() => apply(theirs, merged())}>
          Use these choices
        </Button>
        <Button onClick={close}>Back to the editor</Button>
      </Actions>
    </section>
  );
}

function PlaceRow(properties: {
  readonly place: Change;
  readonly base: Item;
  readonly side: Side;
  readonly choose: (side: Side) => void;
}) {
  const { place, base, side, choose } = properties;
  const { path, before: theirs, after: mine } = place;
  const first = valueAt(base, path);
  const name = pathText(path);
  const versions = [
    ["mine", mine, !sameValue(first, mine)],
    ["theirs", theirs, !sameValue(first, theirs)],
  ] as const;
  return (
    <tr>
      <th scope="row">
        <Text value={name} />
      </th>
      {versions.map(([which, value, isChanged]) => (
        <td key={which} className={side === which ? style.chosen : undefined}>
          <label className={style.version}>
            <input type="radio" name={`side of ${name}`} checked={side === which} onChange={() => choose(which)} />
            <span>
              <code>
                <Text value={previewText(value)} />
              </code>
              {isChanged && <span className={style.changed}> changed</span>}
            </span>
          </label>
        </td>
      ))}
    </tr>
  );
}
