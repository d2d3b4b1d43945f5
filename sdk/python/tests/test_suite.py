"""The suite runs against a real server that «go test ./sdk» starts and names in
the environment."""

import base64
import hashlib
import json
import os
import queue
import sys
import threading
import time
import unittest
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))
sys.path.insert(0, os.path.dirname(__file__))

import ed25519  # noqa: E402

import predate  # noqa: E402


def setting(name):
    if not os.environ.get(name):
        raise RuntimeError(f"{name} is not set: run «go test ./sdk» in the repository")
    return os.environ[name]


URL, FAULTS = setting("PREDATE_URL"), setting("PREDATE_FAULTS")


def client(base=URL):
    return predate.Client(base, setting("PREDATE_API_KEY"), setting("PREDATE_EMAIL"), setting("PREDATE_PASSWORD"))


def new_order(username, external_id):
    return {
        "address": "18 rue des Maraîchers-Fleuris",
        "city": "Lyon",
        "zipcode": "69003",
        "owners": [{"firstname": "Hélène", "lastname": "Vassorelle"}],
        "invoice": {"address": "1 place de l’Étude", "city": "Lyon", "zipcode": "69003", "lastname": "Étude des Quatre-Vents"},
        "method": "extranet",
        "syndic": {"name": "Cabinet Orvellac-Brimont", "username": username, "password": "x", "url": "https://extranet.example/"},
        "lots": "14, 38",
        "all_due_paid": True,
        "external_id": external_id,
        "test_mode": True,
    }


def seen(session):
    with urllib.request.urlopen(f"{FAULTS}/seen/{session}") as answer:
        return json.load(answer)


class Suite(unittest.TestCase):
    def until(self, c, orderid, state):
        end = time.monotonic() + 60
        while True:
            view = c.read_order(orderid)
            if view["state"] == state:
                return view
            self.assertLess(time.monotonic(), end, view["state"])
            time.sleep(0.05)

    def receiver(self, c):
        taken = queue.Queue()

        class Receiver(BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                try:
                    taken.put(predate.verify_webhook(endpoint["secret"], self.headers, body))
                    self.send_response(204)
                except predate.WebhookError:
                    self.send_response(401)
                self.end_headers()

            def log_message(self, *_):
                pass

        server = ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        endpoint = c.create_webhook({"url": f"http://127.0.0.1:{server.server_port}/predate"})
        self.addCleanup(c.delete_webhook, endpoint["id"])
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        return taken

    def test_order_to_done(self):
        c = client()
        taken = self.receiver(c)
        placed = c.create_order(new_order("test-done", "py-1"))
        self.assertEqual(placed["state"], "confirmed")
        self.assertGreater(predate.moment(placed["created"]).year, 2000)
        view = self.until(c, placed["orderid"], "done")
        pdf = c.read_statement(placed["orderid"])
        self.assertTrue(pdf.startswith(b"%PDF"))
        self.assertEqual(hashlib.sha256(pdf).hexdigest(), view["statement"]["sha256"])
        self.assertIsInstance(c.read_report(placed["orderid"]), dict)
        self.assertTrue(c.download(view["documents"][0]["url"]))
        states = []
        for event in c.each_event(limit=2, content="link"):
            if event["orderid"] != placed["orderid"]:
                continue
            states.append(event["status"])
            if event["status"] == "done":
                self.assertEqual(c.statement_of(event["body"]), pdf)
                with self.assertRaisesRegex(ValueError, "not what the event says"):
                    c.statement_of({**event["body"], "content_sha256": "0" * 64})
        self.assertEqual(states, ["confirmed", "received", "done"])
        hooks = []
        while len(hooks) < 3:
            hook = taken.get(timeout=30)
            if hook.event["orderid"] == placed["orderid"]:
                hooks.append(hook)
        self.assertEqual([(hook.sequence, hook.test) for hook in hooks], [(1, True), (2, True), (3, True)])
        self.assertEqual(c.statement_of(hooks[2].event), pdf)
        self.assertEqual(c.simulate_event({"orderid": placed["orderid"], "event": "waiting"})["event"], "waiting")
        again = c.refresh_order(placed["orderid"], {"method": "extranet", "syndic": {"username": "test-done", "password": "x"}})
        self.assertTrue(again["refreshed"])

    def test_waiting_order(self):
        c = client()
        orderid = c.create_order(new_order("test-waiting-document", "py-2"))["orderid"]
        self.assertTrue(self.until(c, orderid, "waiting")["missing"])
        items = c.read_checklist(orderid)["items"]
        asked = next(item for item in items if item["kind"] == "document" and item["state"] == "missing")
        answer = {"code": asked["code"], "answer": "see_comment", "comment": "Lundi.", "by": "Mme Vassorelle"}
        if "fiscal_year" in asked:
            answer["fiscal_year"] = asked["fiscal_year"]
        c.answer(orderid, [answer])
        c.add_documents(orderid, {"documents": [predate.document("note.pdf", b"%PDF-1.4\n%%EOF\n")]})
        self.assertTrue(c.cancel_order(orderid)["cancelled"])
        found = [order["orderid"] for order in c.each_order(limit=1, external_id="py-2", test_mode=True)]
        self.assertEqual(found, [orderid])

    def test_webhook_endpoints(self):
        c = client()
        made = c.create_webhook({"url": "http://127.0.0.1:9/py", "events": ["done"], "max_rate": 5})
        self.assertEqual(c.change_webhook(made["id"], {"enabled": False})["max_rate"], 5)
        self.assertIsNone(c.change_webhook(made["id"], {"max_rate": None})["max_rate"])
        self.assertNotEqual(c.rotate_webhook_secret(made["id"], {"grace_hours": 0})["secret"], made["secret"])
        self.assertEqual(c.webhook_stats(made["id"], hours=1)["deliveries"]["pending"], 0)
        self.assertIsInstance(list(c.each_delivery(made["id"])), list)
        c.delete_webhook(made["id"])
        with self.assertRaises(predate.NotFoundError) as refused:
            c.read_webhook(made["id"])
        self.assertEqual(refused.exception.code, "webhook_not_found")

    def test_refusals(self):
        order = {**new_order("test-done", "py-3"), "zipcode": "690", "owners": [{"lastname": ""}]}
        with self.assertRaises(predate.InvalidRequestError) as refused:
            client().create_order(order)
        self.assertEqual((refused.exception.status, refused.exception.code), (400, "invalid_request"))
        self.assertTrue(refused.exception.request_id)
        self.assertEqual(sorted(refused.exception.fields), ["owners[0].lastname", "zipcode"])
        stranger = predate.Client(URL, "prd_test_none", "a@b.example", "x")
        with self.assertRaises(predate.InvalidRequestError) as refused:
            stranger.list_orders()
        self.assertEqual(refused.exception.code, "invalid_api_key")
        with self.assertRaises(predate.NotFoundError):
            stranger.verify("8G9P-Z8TN-PDKR-M4A6-NMBF")
        self.assertIsNone(stranger.ready())
        self.assertTrue(stranger.jwks()["keys"])
        self.assertTrue(stranger.openapi().startswith(b"openapi:"))
        with self.assertRaises(predate.ConnectionFailed):
            predate.Client("http://127.0.0.1:9", "k", max_attempts=2).ready()

    def test_further_attempts(self):
        for plan in ("503.0,lost,409.0", "cut,429.0"):
            session = "py-" + plan[:3]
            placed = client(f"{FAULTS}/{plan}/{session}").create_order(new_order("test-done", session))
            keys = [call["key"] for call in seen(session) if call["path"] == "/order/"]
            self.assertEqual(len(keys), plan.count(",") + 2)
            self.assertTrue(keys[0])
            self.assertEqual(len(set(keys)), 1)
            found = client().list_orders(external_id=session)["orders"]
            self.assertEqual([order["orderid"] for order in found], [placed["orderid"]])
        began = time.monotonic()
        client(f"{FAULTS}/429.1/py-wait").list_orders()
        self.assertGreaterEqual(time.monotonic() - began, 1)
        with self.assertRaises(predate.RateLimitError) as refused:
            client(f"{FAULTS}/429.3600/py-long").list_orders()
        self.assertEqual(refused.exception.retry_after, 3600)
        with self.assertRaises(predate.PredateError) as refused:
            client(f"{FAULTS}/503.0/py-once").create_webhook({"url": "http://127.0.0.1:9/py"})
        self.assertEqual((refused.exception.status, len(seen("py-once"))), (503, 2))

    def test_tokens(self):
        for plan, want in {"none": 1, "short": 3, "none,401": 2, "401": 2}.items():
            c = client(f"{FAULTS}/{plan}/py-token-{plan}")
            for _ in range(3):
                c.list_webhooks()
            asked = [call for call in seen(f"py-token-{plan}") if call["path"] == "/account/auth"]
            self.assertEqual(len(asked), want, plan)

    def test_webhooks(self):
        with open(setting("PREDATE_VECTORS"), encoding="utf-8") as file:
            vectors = json.load(file)
        self.assertGreaterEqual(len(vectors), 25)
        for v in vectors:
            with self.subTest(v["name"]):
                given = (v["secrets"], v["headers"], base64.b64decode(v["body"]))
                if v["want"] == "ok":
                    hook = predate.verify_webhook(*given, now=v["now"], ed25519=ed25519.verify)
                    self.assertEqual((hook.id, hook.sequence, hook.event["orderid"]), ("dlv_7", 2, "K7QF3M"))
                    continue
                with self.assertRaises(predate.WebhookError) as refused:
                    predate.verify_webhook(*given, now=v["now"], ed25519=ed25519.verify)
                self.assertEqual(refused.exception.reason, v["want"])
        for secret in ("", "whsec_", "whsec_~~~", "whpk_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"):
            with self.assertRaises(ValueError):
                predate.verify_webhook(secret, {}, b"")


if __name__ == "__main__":
    unittest.main()
