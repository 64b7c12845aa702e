import { type BillingMode, billingOf, type TableDescription, type Units } from "../../data/requests/table_shapes";
import { unitsOf } from "./draft_request";

export interface TypedUnits {
  readonly readUnits: string;
  readonly writeUnits: string;
}

// The members of UpdateTable for new billing or units. DynamoDB refuses units that stay as they
// are, so only changed ones are sent. undefined: nothing changes.
export function billingChange(
  table: TableDescription,
  billing: BillingMode,
  own: TypedUnits,
  ofIndexes: ReadonlyMap<string, TypedUnits>,
): object | undefined {
  const isNewMode = billing !== billingOf(table);
  if (billing === "PAY_PER_REQUEST") return isNewMode ? { BillingMode: billing } : undefined;
  const changed = (before: Units | undefined, typed: TypedUnits): boolean => {
    const wanted = unitsOf(typed);
    return (
      isNewMode ||
      before?.ReadCapacityUnits !== wanted.ReadCapacityUnits ||
      before.WriteCapacityUnits !== wanted.WriteCapacityUnits
    );
  };
  const updates = (table.GlobalSecondaryIndexes ?? []).flatMap((index) => {
    const typed = ofIndexes.get(index.IndexName);
    if (typed === undefined || !changed(index.ProvisionedThroughput, typed)) return [];
    return [{ Update: { IndexName: index.IndexName, ProvisionedThroughput: unitsOf(typed) } }];
  });
  const isOwnNew = changed(table.ProvisionedThroughput, own);
  if (!isOwnNew && updates.length === 0) return undefined;
  return {
    ...(isNewMode && { BillingMode: billing }),
    ...(isOwnNew && { ProvisionedThroughput: unitsOf(own) }),
    ...(updates.length > 0 && { GlobalSecondaryIndexUpdates: updates }),
  };
}
