import { useQuery } from "@tanstack/react-query";

import { Actions } from "../../shared/parts/Actions";
import { Button } from "../../shared/parts/Button";
import { Modal } from "../../shared/parts/Modal";
import { Waiting } from "../../shared/parts/Waiting";
import { type Block, blocksOf, sectionOf } from "./finding_text";

// The documentation of a finding. It is part of the console, so it is there without a network.
export function FindingPage({ code, close }: { readonly code: string; readonly close: () => void }) {
  const { data } = useQuery({
    queryKey: ["finding-page"],
    queryFn: async () => (await import("documentation/model-findings.md")).default,
    staleTime: Infinity,
  });
  const blocks = data === undefined ? undefined : blocksOf(sectionOf(data, code));
  return (
    <Modal title={code} close={close} wide>
      {blocks === undefined ? <Waiting label="Loading the documentation" /> : blocks.map((block, at) => <Shown key={at} block={block} />)}
      <Actions>
        <Button onClick={close}>Close</Button>
      </Actions>
    </Modal>
  );
}

function Shown({ block }: { readonly block: Block }) {
  if (block.kind === "code") return <pre tabIndex={0}>{block.text}</pre>;
  if (block.kind === "list") {
    return (
      <ul>
        {block.items.map((item, at) => (
          <li key={at}>
            <Words text={item} />
          </li>
        ))}
      </ul>
    );
  }
  return (
    <p>
      <Words text={block.text} />
    </p>
  );
}

// Words in backticks are code.
const Words = ({ text }: { readonly text: string }) => text.split("`").map((part, at) => (at % 2 === 1 ? <code key={at}>{part}</code> : part));
