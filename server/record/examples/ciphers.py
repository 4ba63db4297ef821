"""Cryptography of records: strict ed25519 signatures (RFC 8032) and ChaCha20-Poly1305 boxes (RFC 8439). Shares no code with the
server. Standard library only."""
import hashlib
import struct


class VerificationError(Exception):
    """The problem with a record. `verify` adds the number of the line."""


def need(condition, text):
    if not condition:
        raise VerificationError(text)


# --- Signatures: ed25519 (RFC 8032), strict --------------------------------------------------------------------------
P, ORDER = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
NEUTRAL = (0, 1, 1, 0)  # A point is (X, Y, Z, T) with x = X/Z, y = Y/Z, xy = T/Z.
def add(p, q):
    a, b = (p[1] - p[0]) * (q[1] - q[0]), (p[1] + p[0]) * (q[1] + q[0])
    c, d = 2 * p[3] * q[3] * D, 2 * p[2] * q[2]
    e, f, g, h = (b - a) % P, (d - c) % P, (d + c) % P, (b + a) % P
    return e * f % P, g * h % P, f * g % P, e * h % P
def add_multiples(m, p, n, q):  # Returns m times p plus n times q.
    total, chosen = NEUTRAL, (NEUTRAL, p, q, add(p, q))
    for bit in reversed(range(max(m, n).bit_length())):
        total = add(add(total, total), chosen[(m >> bit & 1) + 2 * (n >> bit & 1)])
    return total
def encode_point(point):
    x, y = (coordinate * pow(point[2], -1, P) % P for coordinate in point[:2])
    return (y | (x & 1) << 255).to_bytes(32, "little")
def decode_point(data):  # Returns None for anything but the one valid encoding of a point.
    y, sign = int.from_bytes(data, "little") & (2**255 - 1), data[31] >> 7
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    x = x if x * x % P == square else x * pow(2, (P - 1) // 4, P) % P
    x = x if x & 1 == sign else P - x
    return (x, y, 1, x * y % P) if y < P and x < P and x * x % P == square else None
def is_small(point): return add_multiples(8, point, 0, point)[0] == 0  # True for the 8 points whose order divides 8.
BASE = decode_point((4 * pow(5, -1, P) % P).to_bytes(32, "little"))
def is_signed(public, message, signature):
    point, factor = decode_point(public), int.from_bytes(signature[32:], "little")
    if point is None or is_small(point) or factor >= ORDER:
        return False
    digest = hashlib.sha512(signature[:32] + public + message).digest()
    minus = (P - point[0], point[1], 1, P - point[3])
    r = add_multiples(factor, BASE, int.from_bytes(digest, "little") % ORDER, minus)
    return not is_small(r) and encode_point(r) == signature[:32]  # The bytes are compared, so R has one valid encoding.

# --- Boxes: ChaCha20-Poly1305 (RFC 8439) -----------------------------------------------------------------------------
def chacha_block(key, counter, nonce):
    start = struct.unpack("<16I", b"expand 32-byte k" + key + struct.pack("<I", counter) + nonce)
    s, places = list(start), [[4 * i + (at + i * by) % 4 for i in range(4)] for by in (0, 1) for at in range(4)]
    for a, b, c, d in places * 10:  # Four columns, then four diagonals.
        for sum_at, other, mixed_at, bits in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
            s[sum_at] = (s[sum_at] + s[other]) & 0xFFFFFFFF
            mixed = s[mixed_at] ^ s[sum_at]
            s[mixed_at] = (mixed << bits | mixed >> 32 - bits) & 0xFFFFFFFF
    return struct.pack("<16I", *((one + other) & 0xFFFFFFFF for one, other in zip(s, start)))
def chacha(key, nonce, data):
    blocks = (chacha_block(key, 1 + at // 64, nonce) for at in range(0, len(data), 64))
    return bytes(one ^ other for one, other in zip(data, b"".join(blocks)))
def poly1305(key, message):
    r, total = int.from_bytes(key[:16], "little") & 0x0FFFFFFC0FFFFFFC0FFFFFFC0FFFFFFF, 0
    for at in range(0, len(message), 16):
        total = (total + int.from_bytes(message[at:at + 16] + b"\1", "little")) * r % (2**130 - 5)
    return ((total + int.from_bytes(key[16:], "little")) % 2**128).to_bytes(16, "little")
def box_tag(key, nonce, sealed, aad):
    padded = b"".join(part + bytes(-len(part) % 16) for part in (aad, sealed))
    return poly1305(chacha_block(key, 0, nonce)[:32], padded + struct.pack("<QQ", len(aad), len(sealed)))
def open_box(key, box, aad):
    nonce, sealed, tag = box[:12], box[12:-16], box[-16:]
    need(len(box) >= 28 and box_tag(key, nonce, sealed, aad) == tag, "the key does not open the box")
    return chacha(key, nonce, sealed)
