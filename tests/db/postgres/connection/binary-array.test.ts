import { expect, test } from 'vitest'
import { bigints, byteas, ints, jsons, texts } from '#db/postgres/connection/binary-array.ts'
import { postgresDatabases } from '#tests/postgres/databases.ts'
import { runSql } from '#tests/db/postgres/people/raw-bytes.ts'

const databases = postgresDatabases()

/** Sends an array in PostgreSQL's binary format. Returns the array that pg reads from the response. */
async function read(type: string, array: Buffer): Promise<unknown> {
  const [row] = await runSql<{ array: unknown }>(await databases.url(), `SELECT $1::${type}[] AS array`, [
    array,
  ])
  return row!.array
}

test('encodes 64-bit integers', async () => {
  const numbers = [0, 1, -1, 2 ** 31, -(2 ** 31) - 1, 2 ** 32, -(2 ** 32), 1_795_299_732_209]
  const largest = [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]
  expect(await read('bigint', bigints([...numbers, ...largest]))).toEqual(
    [...numbers, ...largest].map((number) => String(number)),
  )
})

test('encodes 32-bit integers', async () => {
  const numbers = [0, 20, -1, 2 ** 31 - 1, -(2 ** 31)]
  expect(await read('int', ints(numbers))).toEqual(numbers)
})

test('rejects numbers that are not integers or too large instead of rounding them', () => {
  for (const wrong of [1.5, Number.NaN, Infinity, 2 ** 53])
    expect(() => bigints([1, wrong])).toThrow(`${wrong} is not a whole number`)
  for (const wrong of [0.1, 2 ** 31]) expect(() => ints([wrong])).toThrow(RangeError)
})

test('encodes text with nulls, empty strings, quotes, backslashes, commas, braces and multi-byte characters', async () => {
  const values = [
    '',
    null,
    'NULL',
    '"',
    '\\',
    'a,b',
    '{x}',
    ' ',
    'Łucja Müller',
    '日本',
    '👩‍👩‍👧',
    '日'.repeat(200_000),
  ]
  expect(await read('text', texts(values))).toEqual(values)
})

test('encodes JSON, which PostgreSQL still validates', async () => {
  const values = [{ a: '"\\\n', b: ['ü', null] }, 'x', [], 1]
  expect(await read('json', jsons(values.map((value) => JSON.stringify(value))))).toEqual(values)
  await expect(read('json', jsons(['{"a":']))).rejects.toThrow('invalid input syntax for type json')
})

test('encodes bytes, nulls and empty values', async () => {
  const all = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))
  const values = [all, null, Buffer.alloc(0), all.subarray(7, 9)]
  expect(await read('bytea', byteas(values))).toEqual(values)
})

test('encodes an empty array', async () => {
  expect(await read('text', texts([]))).toEqual([])
  expect(await read('bigint', bigints([]))).toEqual([])
  const statement = 'SELECT * FROM unnest($1::bytea[], $2::int[])'
  expect(await runSql(await databases.url(), statement, [byteas([]), ints([])])).toEqual([])
})

test('does not change an encoded array when others are encoded later', async () => {
  const first = texts(['first', 'second'])
  texts(['x'.repeat(1000)])
  expect(await read('text', first)).toEqual(['first', 'second'])
})
