// SHA-256 and SHA-512 (FIPS 180-4), for pages opened as files, where the browser's own implementation may be missing.

const MASK = (1n << 64n) - 1n;

/** Returns the first `count` primes. */
function primes(count) {
  const found = [];
  for (let n = 2; found.length < count; n += 1) if (found.every((prime) => n % prime)) found.push(n);
  return found;
}

/** Returns the first 64 fractional bits of the square root or cube root of a number. */
function places(number, degree) {
  const wanted = BigInt(number) << BigInt(64 * degree);
  let low = 0n;
  let high = 1n << 72n;
  while (high - low > 1n) {
    const middle = (low + high) >> 1n;
    if (middle ** BigInt(degree) <= wanted) low = middle;
    else high = middle;
  }
  return low & MASK;
}

const ROUND_64 = primes(80).map((prime) => places(prime, 3));
const START_64 = primes(8).map((prime) => places(prime, 2));
const ROUND_32 = Uint32Array.from(ROUND_64.slice(0, 64), (word) => Number(word >> 32n));
const START_32 = Uint32Array.from(START_64, (word) => Number(word >> 32n));

/** Pads a message to whole blocks with a bit, zeros, and its length in bits. */
function padded(bytes, block) {
  const length = Math.ceil((bytes.length + 1 + block / 8) / block) * block;
  const whole = new Uint8Array(length);
  whole.set(bytes);
  whole[bytes.length] = 0x80;
  new DataView(whole.buffer).setBigUint64(length - 8, BigInt(bytes.length) * 8n);
  return whole;
}

export function sha256(bytes) {
  const turn = (word, by) => (word >>> by) | (word << (32 - by));
  const whole = padded(bytes, 64);
  const view = new DataView(whole.buffer);
  const state = Uint32Array.from(START_32);
  const w = new Uint32Array(64);
  for (let at = 0; at < whole.length; at += 64) {
    for (let t = 0; t < 16; t += 1) w[t] = view.getUint32(at + 4 * t);
    for (let t = 16; t < 64; t += 1) {
      const s0 = turn(w[t - 15], 7) ^ turn(w[t - 15], 18) ^ (w[t - 15] >>> 3);
      const s1 = turn(w[t - 2], 17) ^ turn(w[t - 2], 19) ^ (w[t - 2] >>> 10);
      w[t] = w[t - 16] + s0 + w[t - 7] + s1;
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let t = 0; t < 64; t += 1) {
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUND_32[t] + w[t]) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, place) => { state[place] += word; });
  }
  const out = new DataView(new ArrayBuffer(32));
  state.forEach((word, place) => out.setUint32(4 * place, word));
  return new Uint8Array(out.buffer);
}

export function sha512(bytes) {
  const turn = (word, by) => ((word >> by) | (word << (64n - by))) & MASK;
  const whole = padded(bytes, 128);
  const view = new DataView(whole.buffer);
  const state = [...START_64];
  for (let at = 0; at < whole.length; at += 128) {
    const w = [];
    for (let t = 0; t < 16; t += 1) w.push(view.getBigUint64(at + 8 * t));
    for (let t = 16; t < 80; t += 1) {
      const s0 = turn(w[t - 15], 1n) ^ turn(w[t - 15], 8n) ^ (w[t - 15] >> 7n);
      const s1 = turn(w[t - 2], 19n) ^ turn(w[t - 2], 61n) ^ (w[t - 2] >> 6n);
      w.push((w[t - 16] + s0 + w[t - 7] + s1) & MASK);
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let t = 0; t < 80; t += 1) {
      const one = h + (turn(e, 14n) ^ turn(e, 18n) ^ turn(e, 41n)) + ((e & f) ^ (~e & MASK & g)) + ROUND_64[t] + w[t];
      const two = (turn(a, 28n) ^ turn(a, 34n) ^ turn(a, 39n)) + ((a & b) ^ (a & c) ^ (b & c));
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) & MASK, c, b, a, (one + two) & MASK];
    }
    [a, b, c, d, e, f, g, h].forEach((word, place) => { state[place] = (state[place] + word) & MASK; });
  }
  const out = new DataView(new ArrayBuffer(64));
  state.forEach((word, place) => out.setBigUint64(8 * place, word));
  return new Uint8Array(out.buffer);
}
