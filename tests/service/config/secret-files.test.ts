import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readEnv } from '#service/config/env.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'formlotse-secrets-'))
afterAll(() => rmSync(folder, { recursive: true }))

function fileWith(text: string): string {
  const file = path.join(folder, `${Math.random()}`)
  writeFileSync(file, text)
  return file
}

const whsec = `whsec_${Buffer.alloc(32, 5).toString('base64')}`

test.each([
  ['PII_KEY', Buffer.alloc(32, 9).toString('base64'), new Uint8Array(32).fill(9)],
  ['REPORTS_TOKEN', 'a-token-of-the-reports', 'a-token-of-the-reports'],
  ['REPORTS_PASSWORD', 'Straße nach Köln', 'Straße nach Köln'],
  ['ORDERS_PASSWORD', 'Straße nach Bonn', 'Straße nach Bonn'],
  ['WEBHOOK_SECRET', `${whsec}\n${whsec}`, [whsec, whsec]],
  ['PAYMENT_WEBHOOK_SECRET', whsec, [whsec]],
  ['DATABASE_URL', 'postgres://u:p@db/x', { engine: 'postgres', url: 'postgres://u:p@db/x' }],
  ['SMTP_URL', 'smtps://u:p@mail.example.de', 'smtps://u:p@mail.example.de'],
  ['ALERT_WEBHOOK_SECRET', whsec, [whsec]],
  ['ALERT_WEBHOOK_URL', 'https://example.de/alerts', 'https://example.de/alerts'],
  ['WEBHOOK_URL', 'https://example.de/hook', 'https://example.de/hook'],
  ['ANALYTICS_URL', 'https://example.de/a', 'https://example.de/a'],
  ['ADDRESS_URL', 'google+https://g.example/?key=k', { kind: 'google', url: 'https://g.example/', key: 'k' }],
])('%s is read from the file that %s_FILE names', (name, text, value) => {
  const source = { [`${name}_FILE`]: fileWith(`${text}\n`), SUPPORT_EMAIL: 'a@example.de' }
  expect(readEnv(source)[name as 'PII_KEY']).toEqual(value)
  expect(readEnv({ ...source, [name]: ' ' })[name as 'PII_KEY']).toEqual(value)
})

test.each([
  [
    'does not exist',
    () => ({ PII_KEY_FILE: '/nowhere/key' }),
    /^PII_KEY_FILE is wrong: read "\/nowhere\/key" \(ENOENT\), allowed: a file/,
  ],
  [
    'is a folder',
    () => ({ PII_KEY_FILE: folder }),
    /^PII_KEY_FILE is wrong: read ".*" \(EISDIR\), allowed: a file/,
  ],
  [
    'is empty',
    () => ({ PII_KEY_FILE: fileWith('\n') }),
    /^PII_KEY_FILE is wrong: read ".*" \(it is empty\), allowed: a file/,
  ],
  ['is endless', () => ({ PII_KEY_FILE: '/dev/zero' }), /\(it is too long\)/],
  ['is far too long', () => ({ PII_KEY_FILE: fileWith('x'.repeat(100_000)) }), /\(it is too long\)/],
  [
    'is given in addition to the variable',
    () => ({ REPORTS_TOKEN: 'hunter2hunter2hunter2', REPORTS_TOKEN_FILE: fileWith('x') }),
    /^REPORTS_TOKEN_FILE is wrong: read ".*" and REPORTS_TOKEN as well, allowed: one of the two\.$/,
  ],
  [
    'has other content',
    () => ({ PII_KEY_FILE: fileWith('hunter2') }),
    /^PII_KEY is wrong: read a value of 7 characters, allowed: 32 bytes/,
  ],
])('a file that %s aborts the start with one line and without the secret', (_, source, line) => {
  const message = (() => {
    try {
      readEnv(source())
    } catch (error) {
      return (error as Error).message
    }
    return 'taken'
  })()
  expect(message).toMatch(line)
  expect(message.split('\n')).toHaveLength(1)
  expect(message).not.toContain('hunter2')
})

test('a variable that is not a secret cannot be read from a file', () => {
  expect(readEnv({ PORT_FILE: '/nowhere', PORT: '80' }).PORT).toBe(80)
})
