import { Text } from "../../shared/parts/Text";
import style from "./SimulationView.module.css";

// The limits of the simulation, in its own sentences.
export function Notes({ notes }: { readonly notes: readonly string[] }) {
  if (notes.length === 0) return null;
  return (
    <ul className={style.notes}>
      {notes.map((note) => (
        <li key={note}>
          <Text value={note} />
        </li>
      ))}
    </ul>
  );
}
