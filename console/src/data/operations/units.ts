import { isObject, objectOf, textOf } from "./operations";

// Units of a table or of one of its indexes.
export interface Consumed {
  readonly table: string;
  readonly index?: string;
  readonly units: number;
}

// Reads ConsumedCapacity, which is an object or, for several tables, a list.
export function consumedOf(capacity: unknown): Consumed[] {
  const tables = Array.isArray(capacity) ? capacity.filter(isObject) : isObject(capacity) ? [capacity] : [];
  return tables.flatMap((one) => {
    const table = textOf(one["TableName"]);
    const whole = amount(one);
    const own = isObject(one["Table"]) ? amount(one["Table"]) : whole;
    const indexes = { ...objectOf(one["LocalSecondaryIndexes"]), ...objectOf(one["GlobalSecondaryIndexes"]) };
    const parts = Object.entries(indexes).map(([index, part]) => ({ table, index, units: amount(objectOf(part)) }));
    return [{ table, units: own }, ...parts].filter(({ units }, at) => at === 0 || units > 0);
  });
}

const amount = (part: { readonly [member: string]: unknown }): number => Number(part["CapacityUnits"] ?? 0);

export const unitsIn = (consumed: readonly Consumed[]): number => consumed.reduce((sum, { units }) => sum + units, 0);

const MILLION = 1_000_000;
const SECONDS_OF_MONTH = 730 * 3600;

// Dollars for a million units, read or written, of an on-demand table.
export interface UnitPrices {
  readonly read: number;
  readonly write: number;
}

// A million requests like this one cost as much in dollars as one costs in millionths of a dollar.
export const dollarsForMillion = (units: number, price: number): number => units * price;

export const dollarsForMonth = (units: number, price: number, perSecond: number): number =>
  (units * price * perSecond * SECONDS_OF_MONTH) / MILLION;
