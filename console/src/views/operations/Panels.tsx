import type { BuiltRequest, Input } from "../../data/operations/operations";
import { useParameter } from "../../shared/address";
import { Choice } from "../../shared/parts/Choice";
import { CodePanel } from "./CodePanel";
import { HistoryPanel } from "./HistoryPanel";
import { JsonForm } from "./JsonForm";
import { ModelPanel } from "./ModelPanel";
import { RequestForm } from "./RequestForm";
import { SavedPanel } from "./SavedPanel";

const PANELS = [
  ["form", "Form"],
  ["json", "JSON"],
  ["code", "Code"],
  ["model", "Model"],
  ["history", "History"],
  ["saved", "Saved"],
] as const;

type Panel = (typeof PANELS)[number][0];

// The request in its forms, and the requests of before.
export function Panels(properties: {
  readonly request: BuiltRequest;
  readonly setRequest: (request: BuiltRequest) => void;
  readonly openRequest: (request: BuiltRequest) => void;
}) {
  const { request, setRequest, openRequest } = properties;
  const [shown, show] = useParameter("show");
  const panel: Panel = PANELS.find(([name]) => name === shown)?.[0] ?? "form";
  // The form shows a request that another panel opens.
  const open = (next: BuiltRequest) => {
    show("");
    openRequest(next);
  };
  const change = (input: Input) => setRequest({ ...request, input });
  return (
    <>
      <Choice<Panel> label="Show" hideLabel value={panel} choices={PANELS} onChange={(next) => show(next === "form" ? "" : next)} />
      {panel === "form" && <RequestForm request={request} onChange={change} />}
      {panel === "json" && <JsonForm request={request} onChange={change} />}
      {panel === "code" && <CodePanel request={request} />}
      {panel === "model" && <ModelPanel request={request} onOpen={open} />}
      {panel === "history" && <HistoryPanel onOpen={open} />}
      {panel === "saved" && <SavedPanel request={request} onOpen={open} />}
    </>
  );
}
