// Strict Ed25519 verification (RFC 8032): cofactorless, with canonical encodings, without points of small order.

import { sha512 } from "./sha.js";

const P = 2n ** 255n - 19n;
const L = 2n ** 252n + 27742317777372353535851937790883648493n;

const mod = (value) => ((value % P) + P) % P;

function power(base, exponent) {
  let result = 1n;
  for (let square = mod(base), rest = exponent; rest > 0n; rest >>= 1n, square = mod(square * square)) {
    if (rest & 1n) result = mod(result * square);
  }
  return result;
}

const D = mod(-121665n * power(121666n, P - 2n));
const ROOT = power(2n, (P - 1n) / 4n);

/** Returns little-endian bytes as a number. */
const number = (bytes) => bytes.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);

/** Decodes 32 bytes to a point in extended coordinates; `null` if the encoding is invalid or not canonical. */
function decode(bytes) {
  const written = number(bytes);
  const sign = written >> 255n;
  const y = written & ((1n << 255n) - 1n);
  if (y >= P) return null;
  const [u, v] = [mod(y * y - 1n), mod(D * y * y + 1n)];
  let x = mod(u * v ** 3n * power(u * v ** 7n, (P - 5n) / 8n));
  if (mod(v * x * x) === mod(-u)) x = mod(x * ROOT);
  if (mod(v * x * x) !== u) return null;
  if (x === 0n && sign) return null;
  if ((x & 1n) !== sign) x = P - x;
  return [x, y, 1n, mod(x * y)];
}

function add([x1, y1, z1, t1], [x2, y2, z2, t2]) {
  const [a, b] = [mod((y1 - x1) * (y2 - x2)), mod((y1 + x1) * (y2 + x2))];
  const [c, d] = [mod(2n * D * t1 * t2), mod(2n * z1 * z2)];
  const [e, f, g, h] = [b - a, d - c, d + c, b + a];
  return [mod(e * f), mod(g * h), mod(f * g), mod(e * h)];
}

const ZERO = [0n, 1n, 1n, 0n];

function multiple(scalar, point) {
  let sum = ZERO;
  for (let double = point, rest = scalar; rest > 0n; rest >>= 1n, double = add(double, double)) {
    if (rest & 1n) sum = add(sum, double);
  }
  return sum;
}

const same = ([x1, y1, z1], [x2, y2, z2]) => mod(x1 * z2) === mod(x2 * z1) && mod(y1 * z2) === mod(y2 * z1);
const is_small = (point) => same(multiple(8n, point), ZERO);

const BASE_Y = mod(4n * power(5n, P - 2n));
const BASE = decode(Uint8Array.from({ length: 32 }, (_, at) => Number((BASE_Y >> BigInt(8 * at)) & 255n)));

/** Returns whether 64 bytes are the signature of a message under a key of 32 bytes. */
export function verify(key, message, signature) {
  if (key.length !== 32 || signature.length !== 64) return false;
  const [point, commitment] = [decode(key), decode(signature.slice(0, 32))];
  const scalar = number(signature.slice(32));
  if (point === null || commitment === null || scalar >= L || is_small(point) || is_small(commitment)) return false;
  const hashed = new Uint8Array(64 + message.length);
  hashed.set(signature.slice(0, 32));
  hashed.set(key, 32);
  hashed.set(message, 64);
  const challenge = number(sha512(hashed)) % L;
  return same(multiple(scalar, BASE), add(commitment, multiple(challenge, point)));
}
