cat > verify.py <<'PYTHON'
import base64, hashlib, hmac, time

def genuine(secret, headers, body, now=None):
    """body: the bytes as they came, before any JSON library."""
    stamp = headers["webhook-timestamp"]
    if abs((now or time.time()) - int(stamp)) > 300:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{headers['webhook-id']}.{stamp}.".encode() + body
    want = "v1," + base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()
    return any([hmac.compare_digest(want, one) for one in headers["webhook-signature"].split()])

print(genuine("whsec_cHJlZGF0ZS1ndWlkZS1leGFtcGxlLXNlY3JldA==", {
    "webhook-id": "dlv_7", "webhook-timestamp": "1780000000",
    "webhook-signature": "v1,udTcxytxVZrLMGnI8KykQSgzKLw2VRoB1i7rtxcwEvI=",
}, b'{"status":"waiting","orderid":"K7QF3M","external_id":"dossier-7"}', now=1780000001))
PYTHON
python3 verify.py
