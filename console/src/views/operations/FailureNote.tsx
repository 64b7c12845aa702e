import { metItem, reasonsOf } from "../../data/operations/send_request";
import type { Item } from "../../data/values/value";
import { itemToText } from "../../data/values/item_text";
import { CodeBlock } from "../../shared/parts/CodeBlock";
import { ErrorNote } from "../../shared/parts/ErrorNote";
import { Text } from "../../shared/parts/Text";
import style from "./FailureNote.module.css";

// A refusal in AWS's words. A cancelled transaction has a reason for each of its actions.
export function FailureNote({ error }: { readonly error: unknown }) {
  if (error === undefined) return null;
  const reasons = reasonsOf(error);
  const item = metItem(error);
  return (
    <div className={style.failure}>
      <ErrorNote error={error} />
      {item !== undefined && <Stored item={item} />}
      {reasons.length > 0 && (
        <table className={style.reasons}>
          <caption>Reasons, action by action</caption>
          <tbody>
            {reasons.map(({ number, code, message, item: stored }) => (
              <tr key={number} className={code === "None" ? style.fine : undefined}>
                <th scope="row">{number}</th>
                <td>
                  <Text value={code} />
                </td>
                <td>
                  <Text value={message} />
                  {stored !== undefined && <Stored item={stored} />}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}

const Stored = ({ item }: { readonly item: Item }) => <CodeBlock label="The item that is stored" text={itemToText(item)} />;
