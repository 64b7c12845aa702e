import { billingOf, classOf, streamOf, type TableDescription } from "../../data/requests/table_shapes";
import { useTags, useTimeToLive } from "../../shared/live/queries";
import { ErrorNote } from "../../shared/parts/ErrorNote";
import { Text } from "../../shared/parts/Text";
import { BillingForm } from "./BillingForm";
import { ClassForm } from "./ClassForm";
import { CLASSES, STREAM_VIEWS } from "../../shared/table_forms/draft";
import { ProtectionForm } from "./ProtectionForm";
import { Setting } from "../../shared/table_forms/Setting";
import { StreamForm } from "./StreamForm";
import { billingText } from "../../shared/table_forms/table_facts";
import style from "./TableSettings.module.css";
import { TagsForm } from "./TagsForm";
import { TimeToLiveForm } from "./TimeToLiveForm";

const textOf = (choices: readonly (readonly [string, string])[], value: string): string =>
  choices.find(([name]) => name === value)?.[1] ?? value;

// Everything that DynamoDB lets users change about a table after its creation.
export function TableSettings({ table }: { readonly table: TableDescription }) {
  const ttl = useTimeToLive(table.TableName);
  const tags = useTags(table.TableArn);
  const blocked = table.TableStatus === "ACTIVE" ? "" : "The table is changing.";
  const attribute = ttl.data?.TimeToLiveStatus === "ENABLED" ? (ttl.data.AttributeName ?? "") : "";
  return (
    <section className={style.section} aria-label="Settings">
      <h2>Settings</h2>
      <dl className={style.settings}>
        <Setting
          name="billing"
          title="Billing"
          value={billingOf(table) === "PROVISIONED" ? `Provisioned: ${billingText(table)}` : billingText(table)}
          blocked={blocked}
          form={(close) => <BillingForm table={table} close={close} />}
        />
        <Setting
          name="stream"
          title="Stream"
          value={textOf(STREAM_VIEWS, streamOf(table) ?? "")}
          blocked={blocked}
          form={(close) => <StreamForm table={table} close={close} />}
        />
        <Setting
          name="ttl"
          title="Time to live"
          value={attribute === "" ? "Off" : <>Items expire at <code><Text value={attribute} /></code></>}
          isRead={ttl.data !== undefined}
          blocked={blocked}
          form={(close) => <TimeToLiveForm table={table} attribute={attribute} close={close} />}
        />
        <Setting
          name="class"
          title="Table class"
          value={textOf(CLASSES, classOf(table))}
          blocked={blocked}
          form={(close) => <ClassForm table={table} close={close} />}
        />
        <Setting
          name="protection"
          title="Deletion"
          value={table.DeletionProtectionEnabled ? "Protected" : "Allowed"}
          blocked={blocked}
          form={(close) => <ProtectionForm table={table} close={close} />}
        />
        <Setting
          name="tags"
          title="Tags"
          value={
            tags.data?.length
              ? tags.data.map((tag) => (
                  <span key={tag.Key} className={style.tag}>
                    <Text value={`${tag.Key}: ${tag.Value}`} />
                  </span>
                ))
              : "None"
          }
          isRead={tags.data !== undefined}
          blocked={blocked}
          form={(close) => <TagsForm table={table} tags={tags.data ?? []} close={close} />}
        />
      </dl>
      <ErrorNote error={ttl.error ?? tags.error} />
    </section>
  );
}
