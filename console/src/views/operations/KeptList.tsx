import type { KeptRequest } from "../../data/operations/kept";
import { type BuiltRequest, tableOf } from "../../data/operations/operations";
import { sentText } from "../../data/operations/request_text";
import { visible } from "../../data/values/visible";
import { Button } from "../../shared/parts/Button";
import { Text } from "../../shared/parts/Text";
import style from "./KeptList.module.css";

const TEXT_CHARS = 160;

// Kept requests; each opens in the builder.
export function KeptList(properties: {
  readonly requests: readonly KeptRequest[];
  readonly onOpen: (request: BuiltRequest) => void;
  readonly onRemove: (request: KeptRequest) => void;
}) {
  const { requests, onOpen, onRemove } = properties;
  return (
    <ul className={style.list}>
      {requests.map((request, at) => {
        const title = request.name === "" ? `${request.operation} ${tableOf(request)}` : request.name;
        return (
          <li key={`${at} ${title}`} className={style.entry}>
            <button type="button" className={style.open} onClick={() => onOpen(request)}>
              <span className={style.title}>
                <Text value={title} />
              </span>
              <code className={style.text}>
                <Text value={`${request.name === "" ? "" : `${request.operation} `}${sentText(request.input).slice(0, TEXT_CHARS)}`} />
              </code>
            </button>
            <Button kind="quiet" aria-label={`Remove ${visible(title)}`} onClick={() => onRemove(request)}>
              Remove
            </Button>
          </li>
        );
      })}
    </ul>
  );
}
