import { describe, expect, test } from 'vitest'
import { readEnv } from '#service/config/env.ts'
import { clearTextTargets } from '#service/config/network/clear-text.ts'

const organisation = '7b1d7f4e-0a9f-4f0e-9a9b-1f5f3a2d4c10'
const key = 'a-signing-key-of-20!'
const url = `pingen://client-1:s3cret@${organisation}`

function refusal(source: Record<string, string>): string {
  try {
    readEnv(source)
  } catch (error) {
    return (error as Error).message
  }
  throw new Error('the environment was accepted')
}

describe('LETTER_URL', () => {
  test('names the account at Pingen', () => {
    const env = readEnv({ LETTER_URL: url, LETTER_WEBHOOK_SECRET: key })
    const api = 'https://api.pingen.com'
    expect(env.LETTER_URL).toEqual({ clientId: 'client-1', clientSecret: 's3cret', organisation, api })
    expect(env.LETTER_WEBHOOK_SECRET).toEqual([key])
  })

  test('can contain reserved characters in percent-encoding', () => {
    const encoded = `pingen://client-1:${encodeURIComponent('a:/@?#%b')}@${organisation.toUpperCase()}`
    const env = readEnv({ LETTER_URL: encoded, LETTER_WEBHOOK_SECRET: key })
    expect(env.LETTER_URL).toMatchObject({ clientSecret: 'a:/@?#%b', organisation })
  })

  test('can name another API, which counts as clear text without https', async () => {
    const env = readEnv({ LETTER_URL: `${url}?api=http://pingen.example/x/`, LETTER_WEBHOOK_SECRET: key })
    expect(env.LETTER_URL).toMatchObject({ api: 'http://pingen.example/x' })
    expect(await clearTextTargets(env)).toMatchObject([{ variable: 'LETTER_URL', host: 'pingen.example' }])
  })

  test('is not set by default', () => {
    const env = readEnv({})
    expect([env.LETTER_URL, env.LETTER_WEBHOOK_SECRET]).toEqual([undefined, undefined])
  })

  test.each([
    'https://client-1:s3cret@api.pingen.com',
    `pingen://client-1@${organisation}`,
    `pingen://:s3cret@${organisation}`,
    `pingen://${organisation}`,
    'pingen://client-1:s3cret@my-organisation',
    `${url}:443`,
    `${url}/path`,
    `${url}#x`,
    `${url}?staging=1`,
    `${url}?api=ftp://x`,
    `${url}?api=https://user@x`,
    `pingen://client-1:s3cret%zz@${organisation}`,
    'pingen://',
  ])('%s is refused in one line without the secret', (text) => {
    const message = refusal({ LETTER_URL: text, LETTER_WEBHOOK_SECRET: key })
    expect(message).toMatch(/^LETTER_URL is wrong: read a value of \d+ characters, allowed: pingen:/)
    expect(message).not.toContain('\n')
    expect(message).not.toContain('s3cret')
  })

  test('needs the signing key of the webhooks', () => {
    expect(refusal({ LETTER_URL: url })).toMatch(/^LETTER_WEBHOOK_SECRET is missing: [^\n]+$/)
  })
})

describe('LETTER_WEBHOOK_SECRET', () => {
  test('can be several, with commas', () => {
    const env = readEnv({ LETTER_WEBHOOK_SECRET: `${key}, ${'b'.repeat(32)}` })
    expect(env.LETTER_WEBHOOK_SECRET).toEqual([key, 'b'.repeat(32)])
  })

  test.each(['short', 'b'.repeat(33), `${key},short`, 'schlüssel-schlüssel'])('%s is refused', (text) => {
    const message = refusal({ LETTER_WEBHOOK_SECRET: text })
    expect(message).toMatch(
      /^LETTER_WEBHOOK_SECRET is wrong: read a value of \d+ characters, allowed: 16 to 32/,
    )
    expect(message).not.toContain(text)
  })
})
