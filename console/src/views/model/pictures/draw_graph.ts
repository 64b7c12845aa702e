import { Graph, layout } from "@dagrejs/dagre";

import { templateText } from "../../../data/model/key_text";
import type { ModelDescription, ModelEntity } from "../../../data/requests/model_shapes";
import { countText } from "../../../data/values/amounts";
import type { ColourName, Colours } from "../../../shared/picture/colours";
import { element, MONO, type Picture, picture, text } from "../../../shared/picture/svg";

// Entities as boxes, and what belongs to what: a line to the parent, and a dashed one to an entity
// that an attribute names.

const MARGIN = 20;
const LETTER = 7.3;
const PAD = 10;
const LINE = 17;
const SMALL = 10;
const LETTERS_MAX = 80;
const ENTITIES = 10;

interface Relation {
  readonly from: string;
  readonly to: string;
  readonly label: string;
  readonly dashed: boolean;
}

export function relationsOf({ entities }: ModelDescription): Relation[] {
  return entities.flatMap((entity) => {
    const { parent } = entity;
    const owned =
      parent === undefined ? [] : [{ from: parent.entity, to: entity.name, label: `${countText(parent.average)} each, at most ${countText(parent.most)}`, dashed: false }];
    const named = entities
      .filter((other) => other.name !== entity.name && other.name !== parent?.entity && other.identity.length === 1)
      .filter((other) => entity.attributes.some(({ name }) => name === other.identity[0]))
      .map((other) => ({ from: other.name, to: entity.name, label: other.identity[0]!, dashed: true }));
    return [...owned, ...named];
  });
}

export function drawGraph(model: ModelDescription, colours: Colours): Picture {
  const graph = new Graph({ multigraph: true });
  graph.setGraph({ rankdir: "TB", nodesep: 30, ranksep: 60, marginx: MARGIN, marginy: MARGIN });
  for (const entity of model.entities) graph.setNode(entity.name, sizeOf(entity));
  const relations = relationsOf(model);
  relations.forEach(({ from, to, label }, at) => graph.setEdge(from, to, { width: label.length * LETTER, height: LINE, labelpos: "c" }, String(at)));
  layout(graph);
  const { width = 0, height = 0 } = graph.graph() as { width?: number; height?: number };
  const edges = relations.map((relation, at) => drawEdge(relation, graph.edge(relation.from, relation.to, String(at)) as Routed, colours));
  const boxes = model.entities.map((entity, at) => drawEntity(entity, graph.node(entity.name) as Box, colours[`entity-${(at % ENTITIES) + 1}` as ColourName], colours));
  return picture({ width: Math.ceil(Math.max(width, 200)), height: Math.ceil(Math.max(height, 100)) }, colours.ground, ...edges, ...boxes);
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Routed {
  readonly points: readonly { readonly x: number; readonly y: number }[];
  readonly x?: number;
  readonly y?: number;
}

function linesOf(entity: ModelEntity): string[] {
  const places = entity.rows.filter(({ role }) => role === "item").slice(0, 6);
  return places.map((row) => {
    const key = [row.partition, row.sort].filter((side) => side.length > 0).map((side) => side.map(({ parts }) => templateText(parts)).join(" + "));
    return cut(`${row.index ?? entity.table}: ${key.join(" / ")}`);
  });
}

const cut = (line: string): string => ([...line].length <= LETTERS_MAX ? line : `${[...line].slice(0, LETTERS_MAX - 1).join("")}…`);

function sizeOf(entity: ModelEntity): { width: number; height: number } {
  const lines = linesOf(entity);
  const letters = Math.max(entity.name.length + 12, ...lines.map((line) => [...line].length));
  return { width: letters * LETTER + 2 * PAD, height: (lines.length + 1) * LINE + 2 * PAD };
}

function drawEntity(entity: ModelEntity, { x, y, width, height }: Box, colour: string, colours: Colours): string {
  const left = x - width / 2;
  const top = y - height / 2;
  return element(
    "g",
    {},
    element("rect", { x: left, y: top, width, height, rx: 5, fill: colours["ground-quiet"], stroke: colour, "stroke-width": 1.5 }),
    text(left + PAD, top + PAD + 12, entity.name, { fill: colour, "font-weight": 600 }),
    text(left + width - PAD, top + PAD + 12, countText(entity.count), { fill: colours["text-quiet"], "text-anchor": "end", "font-size": SMALL }),
    ...linesOf(entity).map((line, at) => text(left + PAD, top + PAD + 12 + (at + 1) * LINE, line, { fill: colours.text, "font-family": MONO })),
  );
}

function drawEdge({ label, dashed }: Relation, { points, x, y }: Routed, colours: Colours): string {
  const path = points.map((point, at) => `${at === 0 ? "M" : "L"}${Math.round(point.x)} ${Math.round(point.y)}`).join(" ");
  const end = points.at(-1)!;
  return element(
    "g",
    {},
    element("path", { d: path, fill: "none", stroke: colours["line-strong"], "stroke-dasharray": dashed ? "4 4" : undefined }),
    element("circle", { cx: end.x, cy: end.y, r: 3.5, fill: colours["line-strong"] }),
    ...(x === undefined || y === undefined
      ? []
      : [
          element("rect", { x: x - (label.length * 6) / 2 - 3, y: y - 9, width: label.length * 6 + 6, height: 14, fill: colours.ground }),
          text(x, y + 2, label, { fill: colours["text-quiet"], "text-anchor": "middle", "font-size": SMALL }),
        ]),
  );
}
