import { expect, test } from 'vitest'
import { readAuditDetail } from '#domain/desk/audit-detail.ts'

test.each([
  ['view-order', null, {}],
  ['view-document', 'letter 2', { document: 'letter', version: 2 }],
  ['view-proof', 'mietvertrag', { note: 'mietvertrag' }],
  ['failed', 'wrong-data', { reason: 'wrong-data' }],
  ['decline', 'late', { reason: 'late' }],
  ['refunded', '4999', { cents: 4999 }],
  ['sent', 'refused not-submitted', { refused: 'not-submitted' }],
  ['resend', '3f2504e0-4f89-41d3-9a0c-0305e82c3301', { messageId: '3f2504e0-4f89-41d3-9a0c-0305e82c3301' }],
  ['retry-message', '12', { rowId: 12 }],
])('the detail of %s %j is read', (action, detail, expected) => {
  const read = readAuditDetail(action, detail)
  const given = Object.fromEntries(Object.entries(read).filter(([, value]) => value !== null))
  expect(given).toEqual(expected)
})
