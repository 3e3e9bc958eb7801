// Arrays in PostgreSQL's binary format (array_send in its source, arrayfuncs.c): number of dimensions, whether there may
// be nulls, type of the elements, length and first index, then each element behind its length in bytes, -1 for null. As
// text, which is what pg sends, every quote of a JSON value would be escaped and every byte of a ciphertext become two.

/** Object ids of types, fixed in pg_type.dat. */
const oids = { bigint: 20, int: 23, text: 25, json: 114, bytea: 17 }

const headBytes = 20
const mayHoldNulls = 1
const lengthBytes = 4
/** UTF-8 needs no more for one unit of a string. */
const mostBytesOfUnit = 3

/** Grows to the largest array, so that the size of a text need not be known before it is written. */
let scratch = Buffer.allocUnsafe(64 * 1024)

/** For `$n::bigint[]`; throws on what is not a whole number. */
export function bigints(values: readonly number[]): Buffer {
  return wholeNumbers('bigint', 8, values, (value, at) => {
    const high = Math.floor(value / 2 ** 32)
    scratch.writeInt32BE(high, at)
    scratch.writeUInt32BE(value - high * 2 ** 32, at + 4)
  })
}

/** For `$n::int[]`; throws on what is not a whole number of 32 bits. */
export function ints(values: readonly number[]): Buffer {
  return wholeNumbers('int', 4, values, (value, at) => void scratch.writeInt32BE(value, at))
}

/** For `$n::text[]`. */
export function texts(values: readonly (string | null)[]): Buffer {
  return strings('text', values)
}

/** For `$n::json[]`, of values that are JSON already. */
export function jsons(values: readonly string[]): Buffer {
  return strings('json', values)
}

/** For `$n::bytea[]`. */
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
  values: readonly number[],
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
  reserve(values, (value) => mostBytesOfUnit * (value?.length ?? 0))
  return write(type, values, (value, at) => scratch.write(value, at))
}

function reserve<Value>(values: readonly Value[], most: (value: Value) => number): void {
  let size = headBytes
  for (const value of values) size += lengthBytes + most(value)
  if (size > scratch.length) scratch = Buffer.allocUnsafe(2 * size)
}

/** `put` answers how many bytes it has written. */
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
  // An array without elements has no dimension, so neither length nor first index.
  return Buffer.from(scratch.subarray(0, dimensions === 0 ? 12 : end))
}
