import { describe, expect, test } from 'vitest'
import { readEnv } from '#service/config/env.ts'
import { clearTextTargets, refuseClearText, smtpRequiresTls } from '#service/config/network/clear-text.ts'

const support = { SUPPORT_EMAIL: 'hilfe@example.de', PAYMENT_METHODS: 'PayPal' }
const resolve = async (host: string) => [host === 'vpn.example.de' ? '10.8.0.1' : '203.0.113.9']

function check(source: Record<string, string>): Promise<string> {
  const env = readEnv({ ...support, ...source })
  return clearTextTargets(env)
    .then((targets) => refuseClearText(targets, { allowed: env.ALLOW_CLEARTEXT, resolve }))
    .then(
      () => 'allowed',
      (error: Error) => error.message,
    )
}

const connections = [
  ['WEBHOOK_URL', 'http://hook.example.de/secret-path'],
  ['ALERT_WEBHOOK_URL', 'http://alarm.example.de/secret-path'],
  ['CHECKOUT_URL', 'http://pay.example.de/'],
  ['ANALYTICS_URL', 'http://203.0.113.9/collect'],
  ['IBAN_URL', 'http://[2001:db8::1]/validate'],
  ['ADDRESS_URL', 'photon+http://photon.example.de/'],
  ['ADDRESS_URL', 'google+http://places.example.de/?key=hunter2'],
  ['DATABASE_URL', 'postgres://u:hunter2@db.example.de/x'],
  ['DATABASE_URL', 'postgres://u:hunter2@db.example.de/x?sslmode=require'],
  ['DATABASE_URL', 'postgres://u:hunter2@db.example.de/x?sslmode=verify-full&sslmode=disable'],
  ['DATABASE_URL', 'postgres://u:hunter2@localhost/x?host=db.example.de'],
  ['DATABASE_URL', 'postgres://u:hunter2@3405803785/x'],
  ['DATABASE_URL', 'postgres://u:hunter2@localhost,db.example.de/x'],
  ['SMTP_URL', 'smtp://u:hunter2@mail.example.de?requireTLS=false'],
  ['SMTP_URL', 'smtps://u:hunter2@mail.example.de?tls.rejectUnauthorized=false'],
] as const

describe('clear text', () => {
  test.each(connections)('%s=%s is refused in one line without a secret', async (name, text) => {
    const message = await check({ [name]: text })
    expect(message).toMatch(new RegExp(`^${name} is wrong: read .* for the host ".+", which .*; allowed: `))
    expect(message.split('\n')).toHaveLength(1)
    expect(message).not.toMatch(/hunter2|secret-path/)
  })

  test.each(connections)('%s=%s is accepted with ALLOW_CLEARTEXT=on', async (name, text) => {
    expect(await check({ [name]: text, ALLOW_CLEARTEXT: 'on' })).toBe('allowed')
  })

  test.each([
    ['WEBHOOK_URL', 'http://inbox:4000/'],
    ['WEBHOOK_URL', 'http://localhost:4000/'],
    ['WEBHOOK_URL', 'http://hooks.internal/'],
    ['WEBHOOK_URL', 'http://vpn.example.de/'],
    ['WEBHOOK_URL', 'https://hook.example.de/'],
    ['ADDRESS_URL', 'photon+http://192.168.1.7:2322/'],
    ['DATABASE_URL', 'postgres://u:p@postgres:5432/formlotse'],
    ['DATABASE_URL', 'postgres://u:p@127.0.0.1/formlotse?sslmode=disable'],
    ['DATABASE_URL', 'postgres://u:p@db.example.de/formlotse?sslmode=verify-full'],
    ['DATABASE_URL', 'postgres://u:p@x/formlotse?host=/var/run/postgresql'],
    ['DATABASE_URL', 'postgres://u:p@localhost,127.0.0.1:5433/formlotse'],
    ['SMTP_URL', 'smtp://mail.example.de?requireTLS=true'],
    ['SMTP_URL', 'smtp://mail:1025?ignoreTLS=true'],
  ])('%s=%s is accepted', async (name, text) => {
    expect(await check({ [name]: text })).toBe('allowed')
  })

  test('a standby without a verified certificate is refused', async () => {
    const DATABASE_READ_URL = 'postgres://u:hunter2@localhost,db.example.de/x?target_session_attrs=any'
    const message = await check({ DATABASE_URL: 'postgres://u:p@localhost/x', DATABASE_READ_URL })
    expect(message).toMatch(
      /^DATABASE_READ_URL is wrong: read no sslmode=verify-full for the host "db\.example\.de"/,
    )
    expect(message.split('\n')).toHaveLength(1)
  })

  test('reports each refused connection on a separate line', async () => {
    const message = await check({ WEBHOOK_URL: 'http://a.example.de/', IBAN_URL: 'http://b.example.de/' })
    expect(message.split('\n').map((line) => line.split(' ')[0])).toEqual(['WEBHOOK_URL', 'IBAN_URL'])
  })
})

test.each([
  ['smtp://mail.example.de', 'off', true],
  ['SMTP://mail.example.de', 'off', true],
  ['smtp://mail.example.de', 'on', false],
  ['smtps://mail.example.de', 'off', false],
  ['smtp://mail', 'off', false],
  ['smtp://vpn.example.de', 'off', false],
  ['smtp://mail%2Eexample%2Ede', 'off', true],
])('%s with ALLOW_CLEARTEXT=%s requires STARTTLS: %s', async (SMTP_URL, ALLOW_CLEARTEXT, required) => {
  expect(await smtpRequiresTls(readEnv({ ...support, SMTP_URL, ALLOW_CLEARTEXT }), resolve)).toBe(required)
})
