"""Signs a request as AWS's clients do (Signature Version 4), for scripts that need a valid signature."""

import hashlib
import hmac
import time
import urllib.parse


def signed(service, headers, host, body, key_id, secret, token=None, request=("POST", "/")):
    """Returns the headers with Authorization. Header values must need no folding, and the path no escapes."""
    method, target = request
    path, _, query = target.partition("?")
    parameters = sorted(
        (urllib.parse.quote(name, safe="~"), urllib.parse.quote(value, safe="~"))
        for name, value in urllib.parse.parse_qsl(query, keep_blank_values=True))
    service_scope = ("us-east-1", service, "aws4_request")
    headers = {name: value for name, value in headers.items() if name.lower() not in ("authorization", "x-amz-date", "host")}
    headers["Host"] = host
    headers["X-Amz-Date"] = date = time.strftime("%Y%m%dT%H%M%SZ", time.gmtime())
    if token is not None:
        headers["X-Amz-Security-Token"] = token
    lowered = {name.lower(): value.strip() for name, value in headers.items()}
    names = ";".join(sorted(lowered))
    canonical = "\n".join([
        method, path, "&".join(f"{name}={value}" for name, value in parameters),
        *[f"{name}:{lowered[name]}" for name in sorted(lowered)], "", names, hashlib.sha256(body).hexdigest()])
    scope = "/".join((date[:8], *service_scope))
    text = "\n".join(["AWS4-HMAC-SHA256", date, scope, hashlib.sha256(canonical.encode()).hexdigest()])
    signing_key = ("AWS4" + secret).encode()
    for part in (date[:8], *service_scope):
        signing_key = hmac.new(signing_key, part.encode(), hashlib.sha256).digest()
    signature = hmac.new(signing_key, text.encode(), hashlib.sha256).hexdigest()
    headers["Authorization"] = f"AWS4-HMAC-SHA256 Credential={key_id}/{scope}, SignedHeaders={names}, Signature={signature}"
    return headers
