import { expect, test } from 'vitest'
import { eventSchemas } from '#domain/events/wire-events.ts'
import { wireEvent } from '#tests/build-events.ts'

function accepted(referrer?: unknown) {
  const { data } = wireEvent('start')
  const event = wireEvent('start', { data: { ...data, ...(referrer !== undefined && { referrer }) } })
  const read = eventSchemas.start.safeParse(event)
  return read.success ? (read.data.data.referrer ?? 'absent') : 'rejected'
}

test.each([
  [undefined, 'absent'],
  ['', ''],
  ['www.google.de', 'www.google.de'],
  [' WWW.Example.ORG. ', 'www.example.org'],
  ['xn--mnchen-3ya.de', 'xn--mnchen-3ya.de'],
  ['localhost', 'localhost'],
  ['https://user:secret@Example.org:8443/path?q=name#part', 'example.org'],
  ['example.org/path?mail=a@b.de', 'example.org'],
  ['android-app://com.google.android.gm/', 'com.google.android.gm'],
  // A label that identifies a person or a session.
  ['abcdefghijklmnopqrstuvwxyz0123456789.example.org', '(entfernt).example.org'],
  // No IP address is stored.
  ['192.0.2.7', 'absent'],
  ['[2001:db8::1]', 'absent'],
  ['two words', 'absent'],
  ['-example.org', 'absent'],
  [`${'a.'.repeat(130)}de`, 'absent'],
  ['x'.repeat(100_000), 'absent'],
  ['\u0000', 'absent'],
  [7, 'rejected'],
])('the referrer %j is stored as %j', (sent, stored) => {
  expect(accepted(sent)).toBe(stored)
})
