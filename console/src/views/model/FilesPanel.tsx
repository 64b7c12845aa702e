import type { ModelDescription } from "../../data/requests/model_shapes";
import { exportModel } from "../../data/requests/models";
import { useParameter } from "../../shared/address";
import { Button } from "../../shared/parts/Button";
import { CodeBlock } from "../../shared/parts/CodeBlock";
import { ErrorNote } from "../../shared/parts/ErrorNote";
import { SelectField } from "../../shared/parts/SelectField";
import { Text } from "../../shared/parts/Text";
import { Waiting } from "../../shared/parts/Waiting";
import { saveBlob } from "../../shared/save_blob";
import { useAction } from "../../shared/use_action";
import style from "./Panel.module.css";
import { useGenerated } from "./use_model_answers";

const TARGETS = [
  ["create-table", "CreateTable requests", "json"],
  ["cli", "AWS CLI script", "sh"],
  ["cloudformation", "CloudFormation", "yaml"],
  ["terraform", "Terraform", "tf"],
  ["python", "Python", "py"],
  ["typescript", "TypeScript", "ts"],
  ["cpp", "C++ (libstator)", "h"],
  ["csharp", "C#", "cs"],
  ["markdown", "Markdown", "md"],
] as const;

const EXPORTS = [
  ["nwb", "NoSQL Workbench", "json"],
  ["csv", "CSV of the patterns", "csv"],
] as const;

// Files that the model generates: infrastructure, code and documents.
export function FilesPanel({ text, model }: { readonly text: string; readonly model: ModelDescription }) {
  const [chosen, choose] = useParameter("to");
  const [to, , ending] = TARGETS.find(([name]) => name === chosen) ?? TARGETS[0];
  const { data, error } = useGenerated(text, to);
  return (
    <div className={style.panel}>
      <div className={style.switches}>
        <SelectField label="Generate" value={to} choices={TARGETS.map(([name, title]) => [name, title] as const)} onChange={choose} />
        <Button disabled={data === undefined} onClick={() => saveBlob(new Blob([data!.text]), `${model.model}.${ending}`)}>
          Download
        </Button>
      </div>
      <ErrorNote error={error} />
      {data === undefined && error === null && <Waiting label="Generating" />}
      {data?.leftOut.map((reason) => (
        <p key={reason} className={style.stale}>
          Left out: <Text value={reason} />
        </p>
      ))}
      {data !== undefined && <CodeBlock label="Generated file" text={data.text} />}
      <Exports text={text} name={model.model} />
    </div>
  );
}

// Files for other tools, which the console downloads without showing them.
function Exports({ text, name }: { readonly text: string; readonly name: string }) {
  const save = useAction(async (signal, to: string, ending: string) => {
    const { text: made } = await exportModel(text, to, signal);
    saveBlob(new Blob([made]), `${name}.${ending}`);
  });
  return (
    <div className={style.switches}>
      {EXPORTS.map(([to, title, ending]) => (
        <Button key={to} disabled={save.running} onClick={() => save.run(to, ending)}>
          Download for {title}
        </Button>
      ))}
      <ErrorNote error={save.error} />
    </div>
  );
}
