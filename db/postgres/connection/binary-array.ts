// Encodes arrays in PostgreSQL's binary format (array_send in arrayfuncs.c). An array begins with the number of
// dimensions, null flag, element type, length and first index. Each element is preceded by its length in bytes; a null
// is only the length -1. The text format, which pg uses by default, escapes every quote of a JSON value and doubles
// every byte of a ciphertext. With the text format, serialising the JSON column of 500 events would take 2.5 ms instead
// of 0.1 ms.

/** Object ids (OIDs) of types, fixed in pg_type.dat. */
const oids = { bigint: 20, int: 23, text: 25, json: 114, bytea: 17 }

const headBytes = 20
const mayHoldNulls = 1
const lengthBytes = 4
/** Maximum number of UTF-8 bytes per UTF-16 code unit of a string. */
const maxBytesPerUnit = 3

/** Buffer in which arrays are written before their encoded size is known. It grows to the size of the largest array. */
let scratch = Buffer.allocUnsafe(64 * 1024)

/** Encodes a value for `$n::bigint[]`. Throws if a number is not a safe integer. */
export function bigints(values: readonly (number | null)[]): Buffer {
  return wholeNumbers('bigint', 8, values, (value, at) => {
    const high = Math.floor(value / 2 ** 32)
    scratch.writeInt32BE(high, at)
    scratch.writeUInt32BE(value - high * 2 ** 32, at + 4)
  })
}

/** Encodes a value for `$n::int[]`. Throws if a number is not a 32-bit integer. */
export function ints(values: readonly (number | null)[]): Buffer {
  return wholeNumbers('int', 4, values, (value, at) => void scratch.writeInt32BE(value, at))
}

/** Encodes a value for `$n::text[]`. */
export function texts(values: readonly (string | null)[]): Buffer {
  return strings('text', values)
}

/** Encodes a value for `$n::json[]`. Each string must be valid JSON. */
export function jsons(values: readonly (string | null)[]): Buffer {
  return strings('json', values)
}

/** Encodes a value for `$n::bytea[]`. */
export function byteas(values: readonly (Uint8Array | null)[]): Buffer {
  reserve(values, (value) => value?.length ?? 0)
  return write('bytea', values, (value, at) => {
    scratch.set(value, at)
    return value.length
  })
}

function wholeNumbers(
  type: 'bigint' | 'int',
  bytes: number,
  values: readonly (number | null)[],
  put: (value: number, at: number) => void,
): Buffer {
  reserve(values, () => bytes)
  return write(type, values, (value, at) => {
    if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is not a whole number`)
    put(value, at)
    return bytes
  })
}

function strings(type: 'text' | 'json', values: readonly (string | null)[]): Buffer {
  reserve(values, (value) => maxBytesPerUnit * (value?.length ?? 0))
  return write(type, values, (value, at) => scratch.write(value, at))
}

function reserve<Value>(values: readonly Value[], maxSize: (value: Value) => number): void {
  let size = headBytes
  for (const value of values) size += lengthBytes + maxSize(value)
  if (size > scratch.length) scratch = Buffer.allocUnsafe(2 * size)
}

/** Writes an array; `put` writes an element and returns its length in bytes. */
function write<Value>(
  type: keyof typeof oids,
  values: readonly (Value | null)[],
  put: (value: Value, at: number) => number,
): Buffer {
  let end = headBytes
  for (const value of values) {
    const start = end + lengthBytes
    const bytes = value === null ? -1 : put(value, start)
    scratch.writeInt32BE(bytes, end)
    end = start + Math.max(bytes, 0)
  }
  const dimensions = values.length === 0 ? 0 : 1
  const head = [dimensions, mayHoldNulls, oids[type], values.length, 1]
  for (const [index, number] of head.entries()) scratch.writeInt32BE(number, index * 4)
  // An empty array has no dimensions, so its length and first index are not written.
  return Buffer.from(scratch.subarray(0, dimensions === 0 ? 12 : end))
}
