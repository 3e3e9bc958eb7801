import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { readEnv } from '#service/config/env.ts'
import { oidcSettingsOf } from '#service/config/oidc-settings.ts'

const given = {
  PUBLIC_URL: 'http://localhost:3000/',
  OIDC_ISSUER: 'https://login.example.de/realms/staff',
  OIDC_CLIENT_ID: 'formlotse',
}
const settingsOf = (environment: Record<string, string>) => oidcSettingsOf(readEnv(environment))

describe('the login with OpenID Connect', () => {
  test('is off by default', () => {
    expect(settingsOf({})).toBeUndefined()
    expect(settingsOf({ PUBLIC_URL: given.PUBLIC_URL, OIDC_ISSUER: '' })).toBeUndefined()
  })

  test('needs issuer, client id and public URL; the secret is optional', () => {
    const settings = {
      issuer: given.OIDC_ISSUER,
      clientId: 'formlotse',
      name: 'Firmenkonto',
      redirectUri: 'http://localhost:3000/api/account/oidc/callback',
    }
    expect(settingsOf(given)).toEqual(settings)
    expect(settingsOf({ ...given, OIDC_CLIENT_SECRET: 's3cret', OIDC_NAME: 'Müller-Konto' })).toEqual({
      ...settings,
      clientSecret: 's3cret',
      name: 'Müller-Konto',
    })
  })

  test('reads the secret from a file', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'formlotse-'))
    const file = path.join(folder, 'secret')
    await writeFile(file, 's3cret\n')
    expect(settingsOf({ ...given, OIDC_CLIENT_SECRET_FILE: file })).toMatchObject({ clientSecret: 's3cret' })
    await rm(folder, { recursive: true })
  })

  test.each([
    [{ OIDC_ISSUER: given.OIDC_ISSUER }, ['OIDC_CLIENT_ID is missing', 'PUBLIC_URL is missing']],
    [{ OIDC_CLIENT_SECRET: 's3cret' }, ['OIDC_ISSUER is missing', 'OIDC_CLIENT_ID', 'PUBLIC_URL']],
    [{ OIDC_NAME: 'Konto', PUBLIC_URL: given.PUBLIC_URL }, ['OIDC_ISSUER is missing', 'OIDC_CLIENT_ID']],
  ])('is refused if something is missing: %j', (environment, expected) => {
    const message = messageOf(environment)
    expect(message.split('\n')).toHaveLength(expected.length)
    for (const text of expected) expect(message).toContain(text)
    expect(message).not.toContain('s3cret')
  })

  test.each([
    ['http://login.example.de'],
    ['http://localhost.example.de'],
    ['https://user:pass@login.example.de'],
    ['https://login.example.de?x=1'],
    ['login.example.de'],
    ['file:///etc/passwd'],
  ])('refuses the issuer %s', (issuer) => {
    expect(messageOf({ ...given, OIDC_ISSUER: issuer })).toMatch(/^OIDC_ISSUER is wrong: .*https address/)
  })

  test.each([['http://localhost:8080'], ['http://127.0.0.1:8080/x'], ['https://login.example.de/']])(
    'accepts the issuer %s',
    (issuer) => expect(settingsOf({ ...given, OIDC_ISSUER: issuer })).toMatchObject({ issuer }),
  )

  test('never shows a wrong secret', () => {
    const message = messageOf({ ...given, OIDC_CLIENT_SECRET: 'with space' })
    expect(message).toMatch(/^OIDC_CLIENT_SECRET is wrong: read a value of 10 characters/)
  })
})

function messageOf(environment: Record<string, string>): string {
  try {
    readEnv(environment)
  } catch (error) {
    return (error as Error).message
  }
  throw new Error('the environment was accepted')
}
