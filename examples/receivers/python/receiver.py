"""Takes predate's webhooks: verifies them, keeps each once, answers at once, and
works on them afterwards. Python 3.8 or later, no package."""

import base64
import hashlib
import hmac
import json
import os
import queue
import re
import tempfile
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

LARGEST = 64 * 1024 * 1024  # bytes of a body: a statement comes in base64
TOLERANCE = 5 * 60  # seconds between our clock and the sender's
INBOX = os.environ["INBOX"]
SECRET = os.environ["PREDATE_WEBHOOK_SECRET"]
KEY = base64.b64decode(SECRET[len("whsec_"):] if SECRET.startswith("whsec_") else SECRET)

to_do = queue.Queue()


def verify(headers, body):
    """Follows Standard Webhooks 1.0, over the bytes as they came."""
    webhook_id = headers.get("webhook-id", "")
    stamp = headers.get("webhook-timestamp", "")
    if not re.fullmatch(r"[0-9]+", stamp) or abs(time.time() - int(stamp)) > TOLERANCE:
        return "stale or missing timestamp"
    signed = f"{webhook_id}.{stamp}.".encode() + body
    want = b"v1," + base64.b64encode(hmac.new(KEY, signed, hashlib.sha256).digest())
    given = headers.get("webhook-signature", "").encode("latin-1", "replace").split()
    good = any([hmac.compare_digest(want, one) for one in given])
    return None if good and re.fullmatch(r"[0-9A-Za-z_-]{1,100}", webhook_id) else "bad signature"


def keep(webhook_id, body):
    """Writes a delivery under its id and says whether it is new. Only what is on
    the disk is answered with a success."""
    with tempfile.NamedTemporaryFile(dir=INBOX, prefix="draft-") as draft:
        draft.write(body)
        draft.flush()
        os.fsync(draft.fileno())
        try:
            os.link(draft.name, os.path.join(INBOX, webhook_id + ".json"))
        except FileExistsError:
            return False
    return True


def work():
    """Your own work goes here. An older event of an order, sent again after a
    newer one, must not overwrite it."""
    newest = {}
    while True:
        webhook_id, sequence, body = to_do.get()
        event = json.loads(body)
        order = event["orderid"]
        if 0 < sequence < newest.get(order, 0):
            say(f"late {webhook_id}")
            continue
        newest[order] = max(sequence, newest.get(order, 0))
        say(f"event {event['status']} {order} {sequence}")


def say(line):
    print(line + "\n", end="", flush=True)  # in one piece, from any thread


class Receiver(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        length = self.headers.get("Content-Length", "")
        if not length.isdigit() or int(length) > LARGEST:
            self.close_connection = True  # its body stays unread
            return self.answer(413, "too large, or of unknown length")
        body = self.rfile.read(int(length))
        wrong = verify(self.headers, body)
        if wrong:
            return self.answer(401, wrong)
        webhook_id = self.headers["webhook-id"]
        if keep(webhook_id, body):
            to_do.put((webhook_id, int(self.headers.get("predate-sequence") or 0), body))
        else:
            say(f"duplicate {webhook_id}")
        return self.answer(204, "")

    def answer(self, status, text):
        self.send_response(status)
        if status != 204:
            self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *_):
        pass


if __name__ == "__main__":
    os.makedirs(INBOX, mode=0o700, exist_ok=True)
    threading.Thread(target=work, daemon=True).start()
    ThreadingHTTPServer(("127.0.0.1", int(os.environ["PORT"])), Receiver).serve_forever()
