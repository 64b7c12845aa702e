import type { Lineage } from "../../data/streams/lineage";
import { isOpen } from "../../data/streams/stream_shapes";
import { type Colours } from "../../shared/picture/colours";
import { element, MONO, type Picture, picture, text } from "../../shared/picture/svg";
import { type Block, blocksOf, hasRoom, sizeOf } from "./shard_blocks";

const MARGIN = 12;
const TITLE_HEIGHT = 26;

// The drawing of the shards as a file.
export function drawShards(title: string, lineage: Lineage, colours: Colours): Picture {
  const { width, height } = sizeOf(lineage);
  const { blocks, times } = blocksOf(lineage);
  const content = element(
    "g",
    { transform: `translate(${MARGIN} ${MARGIN + TITLE_HEIGHT})` },
    ...times.map((time) => text(time.x, height - 4, time.text, { fill: colours["text-quiet"] })),
    ...blocks.map((block) => drawBlock(block, colours)),
  );
  const size = { width: width + 2 * MARGIN, height: height + 2 * MARGIN + TITLE_HEIGHT };
  const heading = text(MARGIN, MARGIN + 14, title, { fill: colours.text, "font-weight": 600, "font-size": 14 });
  return picture(size, colours.ground, heading, content);
}

function drawBlock(block: Block, colours: Colours): string {
  const { x, y, width, height, fork } = block;
  const open = isOpen(block.placed.shard);
  const line = open ? colours.accent : colours["line-strong"];
  const label = text(x + 6, y + height / 2 + 4, block.text, { fill: colours.text, "font-family": MONO });
  return element(
    "g",
    {},
    fork === "" ? "" : element("path", { d: fork, fill: "none", stroke: colours["line-strong"] }),
    element("rect", { x, y, width, height, rx: 3, fill: colours["ground-quiet"], stroke: line, "stroke-width": open ? 2 : 1 }),
    hasRoom(block) ? label : "",
  );
}
