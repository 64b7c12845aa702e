// A Stator with the console for a test. A server that lacks the setting `console` gets a proxy in
// front, which serves the bundle with the policy that the server would send.
import { execFileSync, spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createServer, request } from "node:http";
import { extname, join, resolve } from "node:path";

import { consoleFolder } from "./source.mjs";

export const binary = resolve(process.env.STATOR ?? join(consoleFolder, "../build/dev/bin/stator"));

export const POLICY = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; " +
    "connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
    "require-trusted-types-for 'script'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
};

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
};

const servesTheConsole = () => execFileSync(binary, ["serve", "--help"]).toString().includes("--console");

// Starts Stator alone; resolves once it listens.
export async function startStator(options = []) {
  const child = spawn(binary, ["serve", "--memory", "--port", "0", ...options], { stdio: ["ignore", "pipe", "pipe"] });
  let log = "";
  child.stderr.on("data", (text) => (log += text));
  const port = await new Promise((listening, failed) => {
    let said = "";
    child.stdout.on("data", (text) => {
      said += text;
      const match = /listening on \w+:\/\/[^\s:]+:(\d+)/.exec(said);
      if (match) listening(Number(match[1]));
    });
    child.once("exit", (code) => failed(new Error(`stator ended with ${code}: ${log}`)));
  });
  const stop = () =>
    new Promise((stopped) => {
      if (child.exitCode !== null) return stopped();
      child.once("exit", stopped);
      child.kill("SIGTERM");
    });
  return { port, stop };
}

// Returns the console's address and what ends the server.
export async function startConsole({ bundle, options = [], prefix = "" }) {
  const direct = prefix === "" && servesTheConsole();
  const stator = await startStator(direct ? [...options, "--console", bundle] : options);
  if (direct) {
    const origin = `http://127.0.0.1:${stator.port}`;
    return { origin, url: `${origin}/console/`, stop: stator.stop };
  }
  const proxy = await startProxy({ bundle, prefix, upstream: () => stator.port });
  const stop = async () => {
    await proxy.stop();
    await stator.stop();
  };
  return { origin: `${proxy.origin}${prefix}`, url: `${proxy.origin}${prefix}/console/`, stop };
}

// `rewrite` changes the bodies of answers.
export async function startProxy({ bundle, prefix = "", upstream, rewrite }) {
  const server = createServer((incoming, answer) => {
    if (!incoming.url.startsWith(`${prefix}/`)) return answer.writeHead(404).end();
    const path = incoming.url.slice(prefix.length);
    if (path.startsWith("/console/")) return void serveFile(bundle, path.slice(9).split("?")[0], answer);
    forward(incoming, path, upstream(), answer, rewrite);
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  const stop = () =>
    new Promise((stopped) => {
      server.close(stopped);
      server.closeAllConnections();
    });
  return { origin: `http://127.0.0.1:${server.address().port}`, stop };
}

async function serveFile(bundle, name, answer) {
  const file = name === "" ? "index.html" : name;
  try {
    const bytes = await readFile(join(bundle, file));
    answer.writeHead(200, { ...POLICY, "content-type": TYPES[extname(file)] ?? "application/octet-stream" });
    answer.end(bytes);
  } catch {
    answer.writeHead(404, POLICY).end();
  }
}

function forward(incoming, path, port, answer, rewrite) {
  const { method, headers } = incoming;
  const onward = request({ host: "127.0.0.1", port, method, path, headers }, async (reply) => {
    if (rewrite === undefined) {
      answer.writeHead(reply.statusCode, reply.headers);
      return void reply.pipe(answer);
    }
    const parts = await reply.toArray();
    const body = Buffer.from(rewrite(incoming, Buffer.concat(parts).toString()));
    const { "transfer-encoding": _, ...kept } = reply.headers;
    answer.writeHead(reply.statusCode, { ...kept, "content-length": body.length });
    answer.end(body);
  });
  onward.on("error", () => answer.destroy());
  incoming.pipe(onward);
}

// Calls an operation of DynamoDB, as another client of the server would.
export async function call(origin, operation, body) {
  const answer = await fetch(`${origin}/`, {
    method: "POST",
    headers: { "content-type": "application/x-amz-json-1.0", "x-amz-target": `DynamoDB_20120810.${operation}` },
    body: JSON.stringify(body),
  });
  const json = await answer.json();
  if (!answer.ok) throw new Error(`${operation}: ${json.__type} ${json.message ?? ""}`);
  return json;
}
