// The console lives at PREFIX/console/ and the server's other paths beside it. A proxy may have
// added the prefix, and it removes it again: signatures cover the path without it.
export function addressOf(path: string): URL {
  return new URL(`..${path}`, document.baseURI);
}

// The endpoint for SDKs and command lines, as this browser reaches it.
export function endpointText(): string {
  return addressOf("/").href.replace(/\/$/, "");
}

const LOOPBACK = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/;

// On plain http beyond loopback others can read the traffic, and browsers give no WebCrypto.
export function travelsInClear(place: Pick<Location, "protocol" | "hostname">): boolean {
  return place.protocol === "http:" && !LOOPBACK.test(place.hostname);
}
