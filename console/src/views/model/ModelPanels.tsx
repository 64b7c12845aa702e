import { lazy, Suspense } from "react";

import type { Draft } from "../../data/model/draft";
import type { Described } from "../../data/model/described";
import type { ModelDescription } from "../../data/requests/model_shapes";
import { useParameter } from "../../shared/address";
import { Choice } from "../../shared/parts/Choice";
import { Waiting } from "../../shared/parts/Waiting";
import { AdvicePanel } from "./AdvicePanel";
import { FilesPanel } from "./FilesPanel";
import { FindingsPanel } from "./FindingsPanel";
import style from "./Panel.module.css";
import { PatternsPanel } from "./PatternsPanel";
import { PricePanel } from "./PricePanel";
import { TablesPanel } from "./TablesPanel";
import { VerifyPanel } from "./VerifyPanel";

const PicturesPanel = lazy(() => import("./pictures/PicturesPanel"));

const PANELS = ["patterns", "findings", "verify", "price", "advice", "pictures", "files", "tables"] as const;
type PanelName = (typeof PANELS)[number];

export type GoTo = (line: number, column?: number) => void;

// One of the things that follow from the model, as the address says.
export function ModelPanels(properties: {
  readonly draft: Draft;
  readonly described: Described;
  readonly goTo: GoTo;
}) {
  const { described } = properties;
  const [chosen, choose] = useParameter("panel");
  const panel = PANELS.find((name) => name === chosen) ?? "patterns";
  return (
    <>
      <Choice
        label="What to show"
        hideLabel
        value={panel}
        choices={PANELS.map((name) => [name, titleOf(name, described)] as const)}
        onChange={(name) => choose(name === "patterns" ? "" : name)}
      />
      <Panel name={panel} {...properties} />
    </>
  );
}

function titleOf(name: PanelName, { checked }: Described): string {
  const title = name[0]!.toUpperCase() + name.slice(1);
  const count = checked?.findings.length ?? 0;
  return name === "findings" && count > 0 ? `${title} (${count})` : title;
}

function Panel({ name, draft, described, goTo }: { readonly name: PanelName; readonly draft: Draft; readonly described: Described; readonly goTo: GoTo }) {
  const { checked, description: model, isModel, text, error } = described;
  if (name === "findings") return <FindingsPanel findings={checked?.findings ?? []} isEmpty={draft.text.trim() === ""} goTo={goTo} />;
  if (model === undefined) return <p className={style.quiet}>{nothingOf(name)}</p>;
  return (
    <>
      {!isModel && text.trim() !== "" && (
        <p className={style.stale}>
          {error === undefined ? "The text is no model at present. This shows the last version that was one." : "This shows the last version that the server has checked."}
        </p>
      )}
      <Content name={name} model={model} described={described} goTo={goTo} />
    </>
  );
}

// The panels that ask the server show the last text that was a model.
function Content({ name, model, described, goTo }: { readonly name: PanelName; readonly model: ModelDescription; readonly described: Described; readonly goTo: GoTo }) {
  const text = described.modelText ?? "";
  switch (name) {
    case "verify":
      return <VerifyPanel text={text} model={model} goTo={goTo} />;
    case "price":
      return <PricePanel text={text} model={model} goTo={goTo} />;
    case "advice":
      return <AdvicePanel text={text} />;
    case "pictures":
      return (
        <Suspense fallback={<Waiting label="Loading the pictures" />}>
          <PicturesPanel model={model} />
        </Suspense>
      );
    case "files":
      return <FilesPanel text={text} model={model} />;
    case "tables":
      return <TablesPanel model={model} />;
    default:
      return <PatternsPanel text={text} model={model} checked={described.checked} goTo={goTo} />;
  }
}

const NOTHING: { readonly [Name in PanelName]: string } = {
  patterns: "The access patterns appear here with their requests, units and dollars.",
  findings: "",
  verify: "Verify runs every pattern on awkward data, as real requests, once the text is a model.",
  price: "The month's price appears here, and what changes of the design would save.",
  advice: "Whether DynamoDB suits the model, how many tables it needs, and how to pay.",
  pictures: "The tables and indexes appear here as item collections, and the entities as a graph.",
  files: "Code, templates and documents are generated here.",
  tables: "The model's tables are created here, with sample data.",
};

const nothingOf = (name: PanelName): string => NOTHING[name];
