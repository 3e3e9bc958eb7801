// SHA-256 is implemented here because the `start` event needs the hash synchronously. `crypto.subtle` is asynchronous
// and missing in insecure contexts.

const primes: number[] = []
for (let candidate = 2; primes.length < 64; candidate += 1) {
  if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate)
}
const fractionBits = (value: number) => ((value - Math.floor(value)) * 2 ** 32) | 0
const roundConstants = primes.map((prime) => fractionBits(Math.cbrt(prime)))
const initialState = primes.slice(0, 8).map((prime) => fractionBits(Math.sqrt(prime)))

const rotate = (word: number, by: number) => (word >>> by) | (word << (32 - by))

/** Returns the SHA-256 hash (FIPS 180-4) of a text in UTF-8, as hex. */
export function sha256Hex(text: string): string {
  const state = new Int32Array(initialState)
  const words = pad(new TextEncoder().encode(text))
  for (let at = 0; at < words.length; at += 16) compress(state, words.subarray(at, at + 16))
  return [...state].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
}

/** Appends the padding (a 1 bit, zeros and the message length in bits). Returns 32-bit words, read as big-endian. */
function pad(bytes: Uint8Array): Int32Array {
  const length = Math.ceil((bytes.length + 9) / 64) * 64
  const view = new DataView(new ArrayBuffer(length))
  bytes.forEach((byte, index) => view.setUint8(index, byte))
  view.setUint8(bytes.length, 0x80)
  view.setUint32(length - 4, bytes.length * 8)
  return Int32Array.from({ length: length / 4 }, (_, index) => view.getInt32(index * 4))
}

function compress(state: Int32Array, block: Int32Array): void {
  const schedule = new Int32Array(64)
  schedule.set(block)
  for (let i = 16; i < 64; i += 1) {
    const early = schedule[i - 15]!
    const late = schedule[i - 2]!
    const s0 = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3)
    const s1 = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10)
    schedule[i] = schedule[i - 16]! + s0 + schedule[i - 7]! + s1
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  for (let i = 0; i < 64; i += 1) {
    const choice = (e & f) ^ (~e & g)
    const majority = (a & b) ^ (a & c) ^ (b & c)
    const first =
      (h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + choice + roundConstants[i]! + schedule[i]!) | 0
    const second = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + majority) | 0
    ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0]
  }
  ;[a, b, c, d, e, f, g, h].forEach((word, index) => {
    state[index] = state[index]! + word
  })
}
