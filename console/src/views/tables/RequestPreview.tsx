import { endpointText } from "../../data/requests/place";
import type { CreateTableRequest } from "../../data/requests/table_shapes";
import { useParameter } from "../../shared/address";
import { Choice } from "../../shared/parts/Choice";
import { CodeBlock } from "../../shared/parts/CodeBlock";
import { asCli } from "./as_cli";
import { asCloudFormation } from "./as_cloudformation";
import { asTerraform } from "./as_terraform";
import style from "./RequestPreview.module.css";

const INDENT = 2;
const FORMS = [
  ["cli", "CLI"],
  ["cloudformation", "CloudFormation"],
  ["terraform", "Terraform"],
  ["json", "JSON"],
] as const;

type Form = (typeof FORMS)[number][0];

// The form's request in the languages of those who keep tables in files.
export function RequestPreview({ request, ttl }: { readonly request: CreateTableRequest; readonly ttl: string }) {
  const [chosen, choose] = useParameter("as");
  const [form, title] = FORMS.find(([name]) => name === chosen) ?? FORMS[0];
  return (
    <section className={style.preview} aria-label="The same request">
      <h2>The same request</h2>
      <Choice<Form> label="Language" hideLabel value={form} choices={FORMS} onChange={(name) => choose(name)} />
      <CodeBlock label={title} text={textIn(form, request, ttl)} />
    </section>
  );
}

function textIn(form: Form, request: CreateTableRequest, ttl: string): string {
  switch (form) {
    case "cli":
      return asCli(request, ttl, endpointText());
    case "cloudformation":
      return asCloudFormation(request, ttl);
    case "terraform":
      return asTerraform(request, ttl);
    case "json":
      return JSON.stringify(request, undefined, INDENT);
  }
}
