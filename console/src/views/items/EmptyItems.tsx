import type { View } from "../../data/rows/read_view";
import { Actions } from "../../shared/parts/Actions";
import { Button } from "../../shared/parts/Button";
import { Empty } from "../../shared/parts/Empty";
import { LinkButton } from "../../shared/parts/LinkButton";
import { importAddress, itemsAddress, newItemAddress } from "../../shared/view_addresses";

// The note of an empty table, with ways to fill it.
export function EmptyItems(properties: {
  readonly view: View;
  readonly entity: string; // empty: all rows
  readonly onEntity: (entity: string) => void;
}) {
  const { view, entity, onEntity } = properties;
  const { table, index, condition, filter } = view;
  const name = table.TableName;
  if (entity !== "") {
    return (
      <Empty title="No loaded row is of this entity">
        <p>More rows are loaded while you scroll through all of them.</p>
        <Button onClick={() => onEntity("")}>Show all rows</Button>
      </Empty>
    );
  }
  if (condition !== undefined || filter.length > 0) {
    return (
      <Empty title="No item meets these conditions">
        <p>Change the key or the filter above.</p>
        <LinkButton to={itemsAddress(name, { index })}>Show all items</LinkButton>
      </Empty>
    );
  }
  if (index !== undefined) {
    return (
      <Empty title="The index has no entries">
        <p>An item has an entry here as soon as it has all key attributes of the index.</p>
        <LinkButton to={itemsAddress(name)}>Show the table</LinkButton>
      </Empty>
    );
  }
  return (
    <Empty title="The table has no items yet">
      <p>Your programs write them, or you do here.</p>
      <Actions>
        <LinkButton to={newItemAddress(name)}>Write an item</LinkButton>
        <LinkButton to={importAddress(name)}>Import a file</LinkButton>
      </Actions>
    </Empty>
  );
}
