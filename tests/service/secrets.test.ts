import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isWebhookSecret, readEnv } from '#service/env.ts'
import { readSecrets } from '#service/secrets.ts'
import { StartError } from '#service/start-error.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'formlotse-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const read = (more: Record<string, string> = {}) =>
  readSecrets(readEnv({ DATA_DIR: folder, ...more }), path.join(folder, 'formlotse.db'))

describe('secrets that are not given', () => {
  test('are made at the first start, for the owner only', () => {
    const secrets = read()
    expect(secrets.piiKey).toHaveLength(32)
    expect(secrets.reportsToken.length).toBeGreaterThanOrEqual(32)
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

  test('are not made where the environment gives them', () => {
    const given = `whsec_${Buffer.alloc(32, 1).toString('base64')}`
    const secrets = read({
      PII_KEY: Buffer.alloc(32, 2).toString('base64'),
      REPORTS_TOKEN: 'a-token-of-my-own',
      WEBHOOK_SECRET: given,
      PAYMENT_WEBHOOK_SECRET: given,
    })
    expect(secrets).toMatchObject({ reportsToken: 'a-token-of-my-own', webhookSecrets: [given], files: {} })
    expect(readdirSync(folder)).toEqual([])
  })
})

describe('the start is refused, naming the file,', () => {
  test('when a key file holds something else', () => {
    writeFileSync(path.join(folder, 'pii.key'), 'half a ke')
    expect(() => read()).toThrow(StartError)
    expect(() => read()).toThrow(
      /^PII_KEY is wrong: the file .*pii\.key holds something else, allowed: 32 bytes/,
    )
  })

  test('when the token file is empty', () => {
    writeFileSync(path.join(folder, 'reports-token'), '')
    expect(() => read()).toThrow(/^REPORTS_TOKEN is wrong: .*reports-token/)
  })

  test('when the key of a database that is there is gone, and no new one is made', () => {
    writeFileSync(path.join(folder, 'formlotse.db'), '')
    expect(() => read()).toThrow(/^PII_KEY is missing: .*pii\.key.* Put the key back or set PII_KEY\.$/)
    expect(readdirSync(folder)).toEqual(['formlotse.db'])
  })

  test('and the message does not repeat what the file holds', () => {
    writeFileSync(path.join(folder, 'webhook-secret'), 'hunter2')
    expect(() => read()).toThrow(/^(?!.*hunter2)WEBHOOK_SECRET/)
    expect(readFileSync(path.join(folder, 'webhook-secret'), 'utf8')).toBe('hunter2')
  })
})
