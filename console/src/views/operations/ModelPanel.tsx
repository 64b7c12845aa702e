import type { BuiltRequest } from "../../data/operations/operations";
import { useDescribed } from "../../shared/live/model";
import { Empty } from "../../shared/parts/Empty";
import { ErrorNote } from "../../shared/parts/ErrorNote";
import { LinkButton } from "../../shared/parts/LinkButton";
import { modelAddress } from "../../shared/view_addresses";
import { AddPattern } from "./AddPattern";
import { PatternForm } from "./PatternForm";
import style from "./forms.module.css";

// Requests of the current model, and this request as one of its patterns.
export function ModelPanel({ request, onOpen }: { readonly request: BuiltRequest; readonly onOpen: (request: BuiltRequest) => void }) {
  const { description, isModel, text, error } = useDescribed();
  if (description === undefined) {
    return (
      <>
        <ErrorNote error={error} />
        <Empty title="There is no model yet">
          <p>
            {text.trim() === ""
              ? "A model names the entities of your tables and the patterns of your program. With one, a request needs its values only."
              : "The model has a fault, so nothing is known about its entities."}
          </p>
          <LinkButton to={modelAddress()}>Go to the model</LinkButton>
        </Empty>
      </>
    );
  }
  return (
    <div className={style.stack}>
      {!isModel && <p className={style.warning}>The model has a fault now. These are the patterns of its last correct text.</p>}
      <PatternForm model={description} onOpen={onOpen} />
      <AddPattern {...{ request, isModel, text }} model={description} />
    </div>
  );
}
