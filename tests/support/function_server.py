"""A function behind a URL, as a hook calls it: records its events and its answers."""

import http.server
import json
import threading

WAIT_SECONDS_MAX = 60


class FunctionServer:
    """Calls `function(event)` for each event. Its result is answered as JSON; an exception is a failure (500)."""

    def __init__(self, function=lambda event: None):
        self.function = function
        self.records = []  # accepted, in order of arrival
        self.changed = threading.Condition()
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                outer.answer(self)

            def log_message(self, *_):
                pass

        self._http = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._http.server_address[1]}/function"
        self._thread = threading.Thread(target=self._http.serve_forever, daemon=True)
        self._thread.start()

    def answer(self, handler):
        event = json.loads(handler.rfile.read(int(handler.headers["Content-Length"])))
        try:
            result = self.function(event)
            status = 200
        except Exception as problem:  # any exception means that the function failed
            result, status = {"errorMessage": str(problem)}, 500
        body = json.dumps(result).encode()
        handler.send_response(status)
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        handler.wfile.write(body)
        with self.changed:
            if status == 200:
                self.records += event.get("Records", [])
            self.changed.notify_all()

    def await_records(self, count):
        """Waits until that many records were accepted."""
        with self.changed:
            if not self.changed.wait_for(lambda: len(self.records) >= count, WAIT_SECONDS_MAX):
                raise AssertionError(f"{len(self.records)} of {count} records came")

    def await_true(self, holds):
        with self.changed:
            if not self.changed.wait_for(holds, WAIT_SECONDS_MAX):
                raise AssertionError("the function was not called as expected")

    def close(self):
        self._http.shutdown()
        self._http.server_close()
