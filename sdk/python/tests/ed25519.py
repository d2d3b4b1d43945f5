"""Ed25519 by the formulas of RFC 8032, slow and for the suite alone: what the
library takes as ed25519= where the package cryptography is not installed."""

import hashlib

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT = pow(2, (P - 1) // 4, P)


def _add(one, other):
    a, b = (one[1] - one[0]) * (other[1] - other[0]), (one[1] + one[0]) * (other[1] + other[0])
    c, d = 2 * one[3] * other[3] * D, 2 * one[2] * other[2]
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def _times(scalar, point):
    total = (0, 1, 1, 0)
    while scalar:
        if scalar & 1:
            total = _add(total, point)
        point, scalar = _add(point, point), scalar >> 1
    return total


def _point(encoded):
    y = int.from_bytes(encoded, "little")
    sign, y = y >> 255, y & (2**255 - 1)
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * ROOT % P
    if y >= P or (x * x - square) % P:
        return None
    if x & 1 != sign:
        x = P - x
    return x, y, 1, x * y % P


def verify(key, message, signature):
    if len(signature) != 64 or len(key) != 32:
        return False
    public, r, s = _point(key), _point(signature[:32]), int.from_bytes(signature[32:], "little")
    if public is None or r is None or s >= L:
        return False
    base = _point((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))
    hashed = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % L
    left, right = _times(s, base), _add(r, _times(hashed, public))
    return (left[0] * right[2] - right[0] * left[2]) % P == 0 and (left[1] * right[2] - right[1] * left[2]) % P == 0
