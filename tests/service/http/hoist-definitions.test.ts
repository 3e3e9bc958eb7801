import { expect, test } from 'vitest'
import { z } from 'zod'
import { hoistDefinitions } from '#service/http/hoist-definitions.ts'

test('moves the definitions of a schema to the components and redirects its references', () => {
  const schema = {
    type: 'object',
    properties: { a: { $ref: '#/$defs/Name' } },
    $defs: { Name: { type: 'string' } },
  }
  expect(hoistDefinitions({ paths: { '/a': { schema } } })).toEqual({
    document: {
      paths: {
        '/a': { schema: { type: 'object', properties: { a: { $ref: '#/components/schemas/Name' } } } },
      },
    },
    schemas: { Name: { type: 'string' } },
  })
})

test('redirects references in lists, and between and within definitions', () => {
  const tree = { type: 'object', properties: { children: { items: { $ref: '#/$defs/Tree' } } } }
  const pair = { anyOf: [{ $ref: '#/$defs/Tree' }, { type: 'null' }] }
  const { document, schemas } = hoistDefinitions([
    { $ref: '#/$defs/Pair', $defs: { Tree: tree, Pair: pair } },
  ])
  expect(document).toEqual([{ $ref: '#/components/schemas/Pair' }])
  expect(schemas).toEqual({
    Tree: { type: 'object', properties: { children: { items: { $ref: '#/components/schemas/Tree' } } } },
    Pair: { anyOf: [{ $ref: '#/components/schemas/Tree' }, { type: 'null' }] },
  })
})

test('hoists definitions within definitions', () => {
  const { schemas } = hoistDefinitions({ $defs: { Outer: { $ref: '#/$defs/Inner', $defs: { Inner: {} } } } })
  expect(schemas).toEqual({ Outer: { $ref: '#/components/schemas/Inner' }, Inner: {} })
})

test('shares a definition that several schemas have', () => {
  const name = z.string().max(20).meta({ id: 'HoistedName' })
  const { document, schemas } = hoistDefinitions([
    z.toJSONSchema(z.object({ a: name })),
    z.toJSONSchema(z.array(name)),
  ])
  expect(Object.keys(schemas)).toEqual(['HoistedName'])
  expect(JSON.stringify(document)).not.toContain('$defs')
})

test('keeps other references and values, and does not change its argument', () => {
  const given = {
    $ref: 'https://example.org/schema',
    properties: { $ref: { type: 'string' } },
    nothing: null,
  }
  const copy = structuredClone(given)
  expect(hoistDefinitions(given)).toEqual({ document: given, schemas: {} })
  expect(given).toEqual(copy)
})
