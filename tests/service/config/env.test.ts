import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { databaseOf, readEnv } from '#service/config/env.ts'
import { StartError } from '#service/config/start-error.ts'

const whsec = (bytes: number) => `whsec_${Buffer.alloc(bytes, 5).toString('base64')}`
const key = Buffer.alloc(32, 9).toString('base64')

function refusal(source: Record<string, string>): string {
  try {
    readEnv(source)
  } catch (error) {
    expect(error).toBeInstanceOf(StartError)
    return (error as Error).message
  }
  throw new Error('the environment was taken')
}

const roles = (text: string) => [...readEnv({ DATABASE_URL: 'postgres://db/x', ROLES: text }).ROLES]

describe('valid values', () => {
  test('an empty environment is enough', () => {
    const env = readEnv({})
    expect(env).toMatchObject({
      PORT: 3000,
      DATA_DIR: path.resolve('data'),
      RELEASE: '0.1.0',
      LOG_LEVEL: 'info',
      TRUST_PROXY: 0,
      RATE_LIMIT: true,
      DRAIN_MS: 0,
      LANE_WAIT_MS: 5000,
      LANE_SIZE: 10,
      DEDUPE_WINDOW_MS: 30_000,
      LAPSE_AFTER_MS: 1_800_000,
      FORWARD_DRAFTS: 'on',
      RETENTION_DRAFTS: 30 * 24 * 3_600_000,
      RETENTION_REJECTED: 30 * 24 * 3_600_000,
      UPLOAD_QUOTA: 5 * 1024 ** 3,
      MIN_FREE_DISK: 512 * 1024 ** 2,
      RETENTION_UPLOADS: 24 * 3_600_000,
      RETENTION_MAIL: 30 * 24 * 3_600_000,
      SUBMIT_AFTER: 2 * 3_600_000,
      RETENTION_UNPAID: 30 * 24 * 3_600_000,
      RETENTION_FULFILLED: 90 * 24 * 3_600_000,
      VIP: false,
    })
    const hour = 3_600_000
    expect(env.WEBHOOK_RETRY_SCHEDULE).toEqual(
      [0, 5000, 300_000, 1_800_000].concat([2, 5, 10, 14, 20, 24].map((hours) => hours * hour)),
    )
    expect(databaseOf(env)).toEqual({ engine: 'sqlite', file: path.resolve('data/formlotse.db') })
    expect([...env.ROLES]).toEqual(['ingest', 'projections', 'forwarding'])
  })

  test.each<[string, string, unknown]>([
    ['PORT', '0', 0],
    ['PORT', ' 8080 ', 8080],
    ['PORT', '', 3000],
    ['PUBLIC_URL', 'https://www.example.de/', 'https://www.example.de'],
    ['WEEKLY_REPORT_TO', 'ada@example.de, grace@example.de', ['ada@example.de', 'grace@example.de']],
    ['WEEKLY_REPORT_TO', ' ', undefined],
    ['RELEASE', '2026-11-20.3+4fd1714', '2026-11-20.3+4fd1714'],
    ['RATE_LIMIT', 'off', false],
    [
      'ANALYTICS_URL',
      'https://zaehler.example.de/collect?site=1',
      'https://zaehler.example.de/collect?site=1',
    ],
    ['ANALYTICS_URL', '', undefined],
    ['WEBHOOK_SECRET', `${whsec(24)}, ${whsec(32)}`, [whsec(24), whsec(32)]],
    ['WEBHOOK_SECRET', `${whsec(24)} ${whsec(64)}`, [whsec(24), whsec(64)]],
    ['ALERTS_TO', '', []],
    ['ALERTS_TO', 'ada@example.de, ben@example.de,ada@example.de', ['ada@example.de', 'ben@example.de']],
    ['ALERT_WEBHOOK_SECRET', whsec(24), [whsec(24)]],
    ['WEBHOOK_RETRY_SCHEDULE', '0s, 250ms,2m,1h', [0, 250, 120_000, 3_600_000]],
    ['RETENTION_DRAFTS', '90m', 90 * 60_000],
    ['RETENTION_REJECTED', '12h', 12 * 3_600_000],
    ['UPLOAD_QUOTA', '20MB', 20 * 1024 ** 2],
    ['MIN_FREE_DISK', '0MB', 0],
    ['MIN_FREE_DISK', '2GB', 2 * 1024 ** 3],
    ['RETENTION_ORDERS', '36500d', 36_500 * 24 * 3_600_000],
    ['RETENTION_INVOICES', '8y', { years: 8 }],
    ['RETENTION_INVOICES', '100y', { years: 100 }],
    ['RETENTION_UNPAID', '14d', 14 * 24 * 3_600_000],
    ['SUBMIT_AFTER', '1s', 1000],
    ['SUBMIT_AFTER', '7d', 7 * 24 * 3_600_000],
    ['RETENTION_FULFILLED', '1y', { years: 1 }],
    [
      'ADDRESS_URL',
      'photon+https://photon.example.de',
      { kind: 'photon', url: 'https://photon.example.de/' },
    ],
    [
      'ADDRESS_URL',
      'google+https://places.googleapis.com/?key=k-1',
      { kind: 'google', url: 'https://places.googleapis.com/', key: 'k-1' },
    ],
    ['IBAN_URL', 'https://iban.example.de/validate', 'https://iban.example.de/validate'],
    ['PII_KEY', key, new Uint8Array(32).fill(9)],
    ['DATA_DIR', '/srv/formlotse/', '/srv/formlotse'],
  ])('%s=%s', (name, text, value) => {
    expect(readEnv({ [name]: text })[name as 'PORT']).toEqual(value)
  })

  test.each([
    ['file:/srv/events.db', '/srv/events.db'],
    ['file:///srv/events.db', '/srv/events.db'],
    ['file:events.db', path.resolve('events.db')],
    ['file:./a/events.db', path.resolve('a/events.db')],
  ])('DATABASE_URL=%s', (text, file) => {
    expect(databaseOf(readEnv({ DATABASE_URL: text }))).toEqual({ engine: 'sqlite', file })
  })

  test.each([
    'postgres://u:p@db:5432/formlotse',
    'postgresql://db/formlotse?sslmode=require',
    'postgres://u:p@a:5432,b:5433,c/formlotse?target_session_attrs=read-write',
  ])('DATABASE_URL=%s', (url) => {
    expect(databaseOf(readEnv({ DATABASE_URL: url }))).toEqual({ engine: 'postgres', url })
  })

  test('with PostgreSQL a process may have any roles', () => {
    expect(roles('forwarding')).toEqual(['forwarding'])
    expect(roles(' projections , ingest')).toEqual(['projections', 'ingest'])
    expect(roles('')).toHaveLength(3)
    expect([...readEnv({ ROLES: 'forwarding,ingest,projections' }).ROLES]).toHaveLength(3)
  })
})

describe('a wrong value aborts the start with one line: its name, its value and the allowed values', () => {
  test.each([
    ['PORT', 'abc', /^PORT is wrong: read "abc", allowed: a whole number from 0 to 65535\.$/],
    ['PORT', '65536', /65535/],
    ['PORT', '-1', /PORT/],
    ['PORT', '3e3', /PORT/],
    ['LOG_LEVEL', 'loud', /"loud", allowed: trace, debug, info, warn, error, fatal/],
    ['TRUST_PROXY', 'true', /from 0 to 10/],
    ['RELEASE', 'from Ada', /^RELEASE is wrong: read "from Ada", allowed: 1 to 80 letters/],
    ['RATE_LIMIT', 'yes', /^RATE_LIMIT is wrong: read "yes", allowed: on, off\.$/],
    ['RATE_LIMIT', 'constructor', /on, off/],
    ['LANE_SIZE', '0', /from 1 to 1000/],
    ['DRAIN_MS', '5001', /^DRAIN_MS is wrong: read "5001", allowed: .* from 0 to 5000/],
    ['LANE_WAIT_MS', '5s', /whole number of milliseconds/],
    ['DEDUPE_WINDOW_MS', '0.5', /DEDUPE_WINDOW_MS/],
    ['LAPSE_AFTER_MS', '0', /LAPSE_AFTER_MS/],
    ['SUBMIT_AFTER', '8d', /SUBMIT_AFTER/],
    ['SUBMIT_AFTER', '0s', /SUBMIT_AFTER/],
    ['PUBLIC_URL', 'www.example.de', /http or https/],
    ['PUBLIC_URL', 'ftp://example.de', /http or https/],
    ['CHECKOUT_URL', 'javascript:alert(1)', /http or https/],
    ['IBAN_URL', 'iban.example.de', /http or https/],
    ['ANALYTICS_URL', 'zaehler.example.de', /http or https/],
    ['ANALYTICS_URL', 'ftp://zaehler.example.de', /http or https/],
    ['ADDRESS_URL', 'https://photon.example.de', /photon\+https/],
    ['ADDRESS_URL', 'photon+ftp://photon.example.de', /photon\+https/],
    ['ADDRESS_URL', 'google+https://places.googleapis.com/', /\?key=<key>/],
    [
      'ALERTS_TO',
      'ada@',
      /^ALERTS_TO is wrong: read a value of 4 characters, allowed: 1 to 50 e-mail addresses/,
    ],
    ['ALERTS_TO', 'ada@example.de;ben@example.de', /with commas between them\.$/],
    ['ALERT_WEBHOOK_URL', 'ftp://example.de', /^ALERT_WEBHOOK_URL is wrong: read a value of/],
    ['WEBHOOK_RETRY_SCHEDULE', '0s,5', /units ms, s, m, h/],
    ['WEBHOOK_RETRY_SCHEDULE', '0s,,5s', /units/],
    ['WEBHOOK_RETRY_SCHEDULE', '721h', /at most 30 days/],
    ['FORWARD_DRAFTS', '1', /on, full, off/],
    ['DATABASE_URL', 'postgres://u:hunter2@db', /file:<path> or postgres:\/\/<user>/],
    ['DATABASE_URL', 'mysql://db/x', /postgres:\/\/<user>/],
    ['DATABASE_URL', 'postgres://a,b/x?target_session_attrs=any', /commas between several hosts/],
    ['DATABASE_READ_URL', 'file:data/copy.db', /^DATABASE_READ_URL is wrong: .*postgres:\/\/<user>/],
    ['DATABASE_READ_URL', 'postgres://u:hunter2@a,a/x', /several standbys/],
    ['DATABASE_READ_URL', 'postgres://a/x?target_session_attrs=read-write', /only standby, prefer-standby/],
    [
      'DATABASE_READ_URL',
      'postgres://a/x',
      /^DATABASE_READ_URL is wrong: .* only if DATABASE_URL is a PostgreSQL database\.$/,
    ],
    [
      'ROLES',
      'ingest,mail',
      /^ROLES is wrong: read "ingest,mail", allowed: ingest, projections, forwarding, one/,
    ],
    ['ROLES', ',', /ROLES/],
    [
      'ROLES',
      'ingest',
      /^ROLES is wrong: read "ingest", allowed with a SQLite database: ingest,projections,forwarding\. Only one process/,
    ],
    ['DATABASE_URL', 'data/formlotse.db', /file:<path>/],
    ['DATABASE_URL', 'file:', /file:<path>/],
    ['DATABASE_URL', 'file://host/x.db', /file:<path>/],
    ['VIP', 'maybe', /on, off/],
    [
      'WEEKLY_REPORT_TO',
      'ada@example.de, grace',
      /^WEEKLY_REPORT_TO is wrong: read a value of 21 characters, allowed: 1 to 50 e-mail addresses with commas/,
    ],
    ['WEEKLY_REPORT_TO', 'ada@example.de,', /WEEKLY_REPORT_TO/],
    ['WEEKLY_REPORT_TO', Array.from({ length: 51 }, (_, index) => `a${index}@example.de`).join(), /1 to 50/],
    [
      'RETENTION_DRAFTS',
      '30',
      /^RETENTION_DRAFTS is wrong: read "30", allowed: a time from 1m to 36500d like 30d/,
    ],
    ['RETENTION_DRAFTS', '0d', /RETENTION_DRAFTS/],
    ['RETENTION_DRAFTS', '30s', /units m, h, d/],
    ['RETENTION_ORDERS', '36501d', /36500d/],
    ['RETENTION_INVOICES', '0y', /RETENTION_INVOICES/],
    ['RETENTION_INVOICES', '101y', /1y to 100y/],
    ['RETENTION_INVOICES', '10 y', /from the end of the year/],
    ['RETENTION_DRAFTS', '1y', /units m, h, d\)\.$/],
    ['RETENTION_REJECTED', 'forever', /RETENTION_REJECTED/],
    [
      'UPLOAD_QUOTA',
      '5',
      /^UPLOAD_QUOTA is wrong: read "5", allowed: a whole number with MB or GB like 512MB\.$/,
    ],
    ['UPLOAD_QUOTA', '1.5GB', /whole number with MB or GB/],
    ['MIN_FREE_DISK', '-1MB', /MIN_FREE_DISK is wrong/],
    ['MIN_FREE_DISK', '512 KB', /MIN_FREE_DISK is wrong/],
  ])('%s=%s', (name, text, line) => {
    const message = refusal({ [name]: text })
    expect(message).toMatch(line)
    expect(message).toContain(name)
    expect(message.split('\n')).toHaveLength(1)
  })

  test('a wrong secret is named but its value is not printed', () => {
    const wrong = {
      PII_KEY: 'c2hvcnQ=',
      REPORTS_TOKEN: 'too-short',
      REPORTS_PASSWORD: 'short one',
      ORDERS_PASSWORD: 'a short 1',
      WEBHOOK_SECRET: 'whsec_c2hvcnQ=',
      ALERT_WEBHOOK_SECRET: 'whsec_a2xlaW4=',
      ALERT_WEBHOOK_URL: 'https://user:hunter2@alarm.example.de/hook',
      PAYMENT_WEBHOOK_SECRET: `${whsec(32)},hunter2`,
      WEBHOOK_URL: 'https://user:hunter2@example.de/hook',
      ANALYTICS_URL: 'https://user:hunter2@zaehler.example.de/',
      ADDRESS_URL: 'googel+https://places.googleapis.com/?key=hunter2',
      DATABASE_URL: 'mysql://user:hunter2@db/formlotse',
      DATABASE_READ_URL: 'mysql://user:hunter2@standby/formlotse',
    }
    const lines = refusal(wrong).split('\n')
    expect(lines).toHaveLength(Object.keys(wrong).length)
    for (const [name, text] of Object.entries(wrong)) {
      expect(lines.filter((line) => line.startsWith(`${name} is wrong:`))).toHaveLength(1)
      expect(lines.join()).not.toContain(text)
    }
    expect(lines.join()).not.toContain('hunter2')
  })
})
