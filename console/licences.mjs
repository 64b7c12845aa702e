// The licence texts of the packages in a bundle.
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";

const PACKAGE = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//;
const LICENCE_FILE = /^(licen[cs]e|copying|notice)(\.(md|txt))?$/i;
const RULE = `\n${"-".repeat(80)}\n\n`;

// The folders of the packages that a bundle has code from.
export function packagesOf(metafile) {
  const used = Object.values(metafile.outputs).flatMap((output) =>
    Object.entries(output.inputs)
      .filter(([, input]) => input.bytesInOutput > 0)
      .map(([path]) => PACKAGE.exec(path)?.[1]),
  );
  return [...new Set(used)].filter((folder) => folder !== undefined).sort();
}

export async function licencesOf(metafile, root) {
  const texts = await Promise.all(packagesOf(metafile).map((folder) => licenceOf(join(root, folder))));
  return ["The console contains these packages.\n", ...texts].join(RULE);
}

async function licenceOf(folder) {
  const { name, version, license } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  const files = (await readdir(folder)).filter((file) => LICENCE_FILE.test(file)).sort();
  const paths = files.length > 0 ? files.map((file) => join(folder, file)) : [ownCopy(name)];
  const texts = await Promise.all(paths.map((path) => readFile(path, "utf8")));
  return `${name} ${version} (${license})\n\n${texts.map((text) => text.trim()).join("\n\n")}\n`;
}

// Some packages name their licence and do not carry its text. Those texts lie in licences/.
function ownCopy(name) {
  return new URL(`licences/${name.replace("/", "__")}.txt`, import.meta.url);
}
