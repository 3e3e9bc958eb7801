import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readEnv } from '#service/config/env.ts'
import { isWebhookSecret } from '#service/config/variables.ts'
import { readPiiKeyOf, readSecrets } from '#service/config/secrets.ts'
import { StartError } from '#service/config/start-error.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'formlotse-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const read = (more: Record<string, string> = {}) => readSecrets(readEnv({ DATA_DIR: folder, ...more }))

describe('secrets that are not set', () => {
  test('are created at the first start, for the owner only', () => {
    const secrets = read()
    expect(secrets.piiKey).toHaveLength(32)
    expect(secrets.reportsToken.length).toBeGreaterThanOrEqual(32)
    for (const password of [secrets.reportsPassword, secrets.ordersPassword])
      expect(password).toMatch(/^([a-z2-9]{5}-){3}[a-z2-9]{5}$/)
    expect(secrets.ordersPassword).not.toBe(secrets.reportsPassword)
    expect([...secrets.webhookSecrets, ...secrets.paymentSecrets].every(isWebhookSecret)).toBe(true)
    const files = Object.values(secrets.files)
    expect(
      readdirSync(folder)
        .map((name) => path.join(folder, name))
        .toSorted(),
    ).toEqual(files.toSorted())
    for (const file of files) expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  test('stay the same at the next start', () => {
    expect(read()).toEqual(read())
  })

  test('differ from each other and between two services', () => {
    const { webhookSecrets, paymentSecrets } = read()
    expect(webhookSecrets).not.toEqual(paymentSecrets)
  })

  test('of the webhook for alerts are created only with its address', () => {
    expect(read().alertWebhookSecrets).toEqual([])
    const { alertWebhookSecrets } = read({ ALERT_WEBHOOK_URL: 'https://example.de/alerts' })
    expect(readFileSync(path.join(folder, 'alert-webhook-secret'), 'utf8').trim()).toBe(
      alertWebhookSecrets[0],
    )
  })

  test('are not created if the environment sets them', () => {
    const given = `whsec_${Buffer.alloc(32, 1).toString('base64')}`
    const secrets = read({
      PII_KEY: Buffer.alloc(32, 2).toString('base64'),
      REPORTS_TOKEN: 'a-token-of-my-own',
      REPORTS_PASSWORD: 'a password of my own',
      ORDERS_PASSWORD: 'a password of the operators',
      WEBHOOK_SECRET: given,
      PAYMENT_WEBHOOK_SECRET: given,
    })
    expect(secrets).toMatchObject({
      reportsToken: 'a-token-of-my-own',
      reportsPassword: 'a password of my own',
      ordersPassword: 'a password of the operators',
      webhookSecrets: [given],
      files: {},
    })
    expect(readdirSync(folder)).toEqual([])
  })
})

describe('the start is refused with the name of the file', () => {
  test('if a key file has other content', () => {
    writeFileSync(path.join(folder, 'pii.key'), 'half a ke')
    expect(() => read()).toThrow(StartError)
    expect(() => read()).toThrow(
      /^PII_KEY is wrong: the file .*pii\.key has other content; allowed: 32 bytes/,
    )
  })

  test('if the token file is empty', () => {
    writeFileSync(path.join(folder, 'reports-token'), '')
    expect(() => read()).toThrow(/^REPORTS_TOKEN is wrong: .*reports-token/)
  })

  test('if the key of an existing database is missing, and no new one is created', () => {
    writeFileSync(path.join(folder, 'formlotse.db'), '')
    expect(() => read()).toThrow(/^PII_KEY is missing: .*pii\.key.* Restore the key or set PII_KEY\.$/)
    expect(readdirSync(folder)).toEqual(['formlotse.db'])
  })

  test('without repeating the content of the file', () => {
    writeFileSync(path.join(folder, 'webhook-secret'), 'hunter2')
    expect(() => read()).toThrow(/^(?!.*hunter2)WEBHOOK_SECRET/)
    expect(readFileSync(path.join(folder, 'webhook-secret'), 'utf8')).toBe('hunter2')
  })
})

describe('with PostgreSQL', () => {
  const postgres = { DATABASE_URL: 'postgres://db/formlotse' }
  const whsec = `whsec_${Buffer.alloc(32, 1).toString('base64')}`
  const given = {
    PII_KEY: Buffer.alloc(32, 2).toString('base64'),
    REPORTS_TOKEN: 'a-token-of-my-own',
    REPORTS_PASSWORD: 'a password of my own',
    ORDERS_PASSWORD: 'a password of the operators',
  }

  function missing(more: Record<string, string>): string[] {
    try {
      read({ ...postgres, ...more })
      return []
    } catch (error) {
      expect(error).toBeInstanceOf(StartError)
      return (error as Error).message.split('\n')
    }
  }

  test('requires all shared secrets, reports each missing one in a line, and creates nothing', () => {
    const urls = {
      WEBHOOK_URL: 'https://example.de/hook',
      ALERT_WEBHOOK_URL: 'https://example.de/alerts',
      CHECKOUT_URL: 'https://example.de/pay',
      PAYMENT_METHODS: 'PayPal',
    }
    expect(missing(urls).map((line) => /^(\w+) is missing: .*must be set/.exec(line)?.[1])).toEqual([
      'PII_KEY',
      'REPORTS_TOKEN',
      'REPORTS_PASSWORD',
      'ORDERS_PASSWORD',
      'WEBHOOK_SECRET',
      'ALERT_WEBHOOK_SECRET',
      'PAYMENT_WEBHOOK_SECRET',
    ])
    expect(missing(given)).toEqual([])
    expect(missing({ ...given, ...urls })).toHaveLength(3)
    const secrets = { WEBHOOK_SECRET: whsec, ALERT_WEBHOOK_SECRET: whsec, PAYMENT_WEBHOOK_SECRET: whsec }
    expect(missing({ ...given, ...urls, ...secrets })).toEqual([])
    expect(readdirSync(folder)).toEqual([])
  })

  test('a command-line tool needs only the key for personal data', () => {
    const { PII_KEY } = given
    expect(readPiiKeyOf(readEnv({ DATA_DIR: folder, ...postgres, PII_KEY }))).toHaveLength(32)
    expect(() => readPiiKeyOf(readEnv({ DATA_DIR: folder, ...postgres }))).toThrow(/^PII_KEY is missing/)
  })
})
