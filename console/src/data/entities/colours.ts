// Each table's entities have their colours in the order in which they were met, and keep them in
// all views until the page is reloaded.

export const COLOURS = 10; // the tokens --entity-1 to --entity-10
const NAMES_MAX = 500;

const met = new Map<string, Map<string, number>>();

// Returns the number of the entity's colour, from 1.
export function colourNumber(table: string, entity: string): number {
  const names = met.get(table) ?? new Map<string, number>();
  met.set(table, names);
  const known = names.get(entity);
  if (known !== undefined) return known;
  const number = (names.size % COLOURS) + 1;
  if (names.size < NAMES_MAX) names.set(entity, number);
  return number;
}

export const entityColour = (table: string, entity: string): string => `var(--entity-${colourNumber(table, entity)})`;
