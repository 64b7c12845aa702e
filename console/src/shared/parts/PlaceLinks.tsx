import { Link } from "wouter";

import { useAddressPath } from "../address";
import type { Place } from "../places";
import style from "./PlaceLinks.module.css";

// Links to sibling places; the open one is marked.
export function PlaceLinks({ label, places }: { readonly label: string; readonly places: readonly Place[] }) {
  const [here] = useAddressPath();
  return (
    <nav aria-label={label} className={style.links}>
      {places.map((place) => (
        <Link
          key={place.path}
          href={place.path}
          className={`${style.link} ${place.path === here ? style.here : ""}`}
          aria-current={place.path === here ? "page" : undefined}
        >
          {place.label}
        </Link>
      ))}
    </nav>
  );
}
