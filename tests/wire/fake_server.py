#!/usr/bin/env python3
"""A minimal server for runner_test.py: tables by name, items by their whole Key, one error."""

import http.server
import json
import sys
import zlib

TABLES = {}


def answer(operation, request):
    name = request.get("TableName")
    if operation == "CreateTable":
        TABLES[name] = {"keys": [k["AttributeName"] for k in request["KeySchema"]], "items": {}}
        return 200, {"TableDescription": {"TableName": name, "TableId": "0b0b0b0b-0b0b-4b0b-8b0b-0b0b0b0b0b0b"}}
    if operation == "ListTables":
        return 200, {"TableNames": sorted(TABLES)}
    if operation == "DeleteTable":
        del TABLES[name]
        return 200, {}
    if name not in TABLES:
        return 400, {"__type": "com.amazonaws.dynamodb.v20120810#ResourceNotFoundException",
                     "message": "Requested resource not found"}
    table = TABLES[name]
    if operation == "PutItem":
        table["items"][json.dumps([request["Item"][k] for k in table["keys"]])] = request["Item"]
        return 200, {}
    item = table["items"].get(json.dumps([request["Key"][k] for k in table["keys"]]))
    return 200, {"Item": item} if item else {}


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        status, reply = answer(self.headers["X-Amz-Target"].rpartition(".")[2], json.loads(body))
        data = json.dumps(reply).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/x-amz-json-1.0")
        self.send_header("Content-Length", str(len(data)))
        self.send_header("x-amzn-RequestId", "A" * 52)
        self.send_header("x-amz-crc32", str(zlib.crc32(data) + ("--wrong-crc" in sys.argv)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_):
        pass


if __name__ == "__main__":
    import signal
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    print(f"Stator is listening on http://127.0.0.1:{server.server_port} (fake)", flush=True)
    server.serve_forever()
