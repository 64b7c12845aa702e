import { CONSOLE_FAULT, Failure } from "../../data/requests/failure";
import { remedyOf } from "../../data/requests/remedies";
import style from "./ErrorNote.module.css";
import { Text } from "./Text";

// An error with AWS's type and text, what to do, and the request id.
export function ErrorNote({ error }: { readonly error: unknown }) {
  if (error === undefined || error === null) return null;
  const failure =
    error instanceof Failure
      ? error
      : new Failure(CONSOLE_FAULT, error instanceof Error ? error.message : String(error), 0, "");
  return (
    <div role="alert" className={style.note}>
      <p>
        <strong>
          <Text value={failure.type} />
        </strong>
        {": "}
        <Text value={failure.message} />
      </p>
      <p>{remedyOf(failure)}</p>
      {failure.requestId !== "" && (
        <p className={style.request}>
          Request <code>{failure.requestId}</code>
        </p>
      )}
    </div>
  );
}
