// A proxy that terminates TLS in front of a server, as users run one. It passes on the Host header.
import { request } from "node:http";
import { createServer } from "node:https";

import { certificateFor } from "./certificate.mjs";

export async function startTlsProxy({ host, upstream }) {
  const server = createServer(certificateFor(host), (incoming, answer) => {
    const { method, headers, url: path } = incoming;
    const onward = request({ host: "127.0.0.1", port: upstream(), method, path, headers }, (reply) => {
      answer.writeHead(reply.statusCode, reply.headers);
      reply.pipe(answer);
    });
    onward.on("error", () => answer.destroy());
    incoming.pipe(onward);
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  const stop = () =>
    new Promise((stopped) => {
      server.close(stopped);
      server.closeAllConnections();
    });
  return { origin: `https://${host}:${server.address().port}`, stop };
}
