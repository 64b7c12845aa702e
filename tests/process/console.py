#!/usr/bin/env python3
"""The console as a server serves it: from the program or from a folder, directly and through a proxy."""

import gzip
import http.client
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))

from stator_server import StatorServer  # noqa: E402

BINARY = os.environ["STATOR"]
IMMUTABLE = "public, max-age=31536000, immutable"
HASHED = re.compile(r"-[A-Z0-9]{8}\.\w+$")
OWN_URL = re.compile(r'(?:src|href)="([^"]+)"')


def get(server, path, **headers):
    """Returns (status, headers, body)."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    connection.request("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})
    response = connection.getresponse()
    body = response.read()
    connection.close()
    return response.status, response.headers, body


class EmbeddedTest(unittest.TestCase):
    """The files of this build. A build without the console says how to get it."""

    def setUp(self):
        self.server = StatorServer(BINARY).start()
        self.embedded = get(self.server, "/console/")[0] == 200

    def tearDown(self):
        self.assertEqual(self.server.stop(), 0)

    def test_the_start_prints_the_address_of_a_console(self):
        address = f"Console: http://127.0.0.1:{self.server.port}/console/\n"
        self.assertEqual(address in self.server.welcome, self.embedded)

    def test_without_the_console_its_address_says_how_to_get_it(self):
        if self.embedded:
            self.skipTest("this build has the console")
        status, headers, body = get(self.server, "/console/")
        self.assertEqual(status, 404)
        self.assertIn("install Node.js 18 or later with npm", body.decode())
        self.assertIn("default-src 'none'", headers["Content-Security-Policy"])

    def test_the_document_and_its_files_are_served_in_both_forms(self):
        if not self.embedded:
            self.skipTest("this build has no console")
        _, _, document = get(self.server, "/console/")
        names = [url.removeprefix("./") for url in OWN_URL.findall(document.decode())]
        self.assertTrue(names, document)
        for name in ["", "licences.txt", *names]:
            plain_status, plain, text = get(self.server, f"/console/{name}")
            status, packed, compressed = get(self.server, f"/console/{name}", Accept_Encoding="gzip")
            self.assertEqual((plain_status, status), (200, 200), name)
            self.assertEqual(packed["Content-Encoding"], "gzip")
            self.assertIsNone(plain["Content-Encoding"])
            self.assertEqual(gzip.decompress(compressed), text)
            self.assertEqual(packed["Cache-Control"], IMMUTABLE if HASHED.search(name) else "no-cache", name)

    def test_all_addresses_in_the_document_are_relative(self):
        if not self.embedded:
            self.skipTest("this build has no console")
        for url in OWN_URL.findall(get(self.server, "/console/")[2].decode()):
            self.assertNotRegex(url, r"^(?:/|\w+:)", "the console works behind a path prefix")


class FolderTest(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.temporary.name, "console")
        self.folder.mkdir()
        self.write("index.html", "one")

    def tearDown(self):
        self.temporary.cleanup()

    def write(self, name, text):
        (self.folder / name).write_text(text)

    def serve(self, *arguments):
        return StatorServer(BINARY, ["--memory", "--console", str(self.folder), *arguments])

    def test_changes_show_at_once(self):
        with self.serve() as server:
            self.assertIn(f"Console: http://127.0.0.1:{server.port}/console/\n", server.welcome)
            status, headers, body = get(server, "/console/")
            self.assertEqual((status, body), (200, b"one"))
            self.assertEqual(get(server, "/console/", If_None_Match=headers["ETag"])[0], 304)
            self.write("index.html", "two")
            self.assertEqual(get(server, "/console/", If_None_Match=headers["ETag"])[2], b"two")
            (self.folder / "index.html").unlink()
            self.assertEqual(get(server, "/console/")[0], 404)

    def test_links_lead_nowhere(self):
        secret = pathlib.Path(self.temporary.name, "secret.txt")
        secret.write_text("secret")
        (self.folder / "link.txt").symlink_to(secret)
        (self.folder / "up").symlink_to(secret.parent)
        with self.serve() as server:
            for name in ("link.txt", "up/secret.txt", "../secret.txt"):
                self.assertEqual(get(server, f"/console/{name}")[0], 404, name)

    def test_a_missing_folder_is_refused_at_the_start(self):
        absent = f"{self.folder}/absent"
        run = subprocess.run([BINARY, "serve", "--memory", "--port", "0", "--console", absent], capture_output=True,
                             text=True, timeout=60)
        self.assertEqual(run.returncode, 1)
        self.assertEqual(run.stderr, f"stator: The setting console takes on, off or a folder; {absent} is not a folder.\n")

    def test_off_serves_nothing(self):
        with StatorServer(BINARY, ["--memory", "--console", "off"]) as server:
            self.assertNotIn("Console:", server.welcome)
            self.assertIn("switched off", get(server, "/console/")[2].decode())
            document = {"Sec_Fetch_Mode": "navigate", "Sec_Fetch_Dest": "document"}
            self.assertEqual(get(server, "/", **document)[0], 200)


class ProxyTest(unittest.TestCase):
    """Requests as a browser sends them to a proxy that terminates TLS."""

    PAGE = {"Host": "stator.example", "Origin": "https://stator.example", "Sec_Fetch_Site": "same-origin"}

    def test_without_the_setting_its_requests_are_refused(self):
        with StatorServer(BINARY) as server:
            self.assertEqual(get(server, "/_stator/settings", **self.PAGE)[0], 403)

    def test_with_the_setting_they_are_answered(self):
        with StatorServer(BINARY, ["--memory", "--admin-origin", "https://stator.example"]) as server:
            status, headers, body = get(server, "/_stator/settings", **self.PAGE)
            self.assertEqual(status, 200)
            self.assertEqual(json.loads(body)["admin-origin"], ["https://stator.example"])
            self.assertNotIn("Access-Control-Allow-Origin", headers)
            # A proxy may name the server by its own address.
            self.assertEqual(get(server, "/_stator/settings", **{**self.PAGE, "Host": "127.0.0.1:8000"})[0], 200)
            for change in ({"Origin": "https://evil.example"}, {"Host": "evil.example"}, {"Sec_Fetch_Site": "cross-site"}):
                self.assertEqual(get(server, "/_stator/settings", **{**self.PAGE, **change})[0], 403, change)


if __name__ == "__main__":
    unittest.main()
