import { expect, test } from 'vitest'
import { readEnv } from '#service/env.ts'
import { missingForVisitors } from '#service/mail/open-correspondence.ts'
import { keptServices } from '#tests/faults/service-process.ts'
import { secrets } from '#tests/faults/secrets.ts'
import { temporaryFolder } from '#tests/faults/temporary-folder.ts'

const open = { PUBLIC_URL: 'https://www.example.de' }
const provider = {
  PROVIDER_NAME: 'Muster UG',
  PROVIDER_STREET: 'Weg 1',
  PROVIDER_CITY: '12345 Ort',
  PROVIDER_REPRESENTATIVE: 'Ada',
  PROVIDER_REGISTER: 'HRB 1',
  PROVIDER_VAT_ID: 'DE1',
  PROVIDER_EMAIL: 'post@example.de',
}
const missing = (source: Record<string, string>) => missingForVisitors(readEnv(source))

test('a site that is open to everybody names what its imprint and its mail lack', () => {
  expect(missing(open)).toEqual([
    'the legal pages show placeholders, set PROVIDER_NAME, PROVIDER_STREET, PROVIDER_CITY, PROVIDER_REPRESENTATIVE, PROVIDER_REGISTER, PROVIDER_VAT_ID, PROVIDER_EMAIL',
    'no mail is sent, only kept in DATA_DIR/mail: set SMTP_URL',
  ])
  const { PROVIDER_VAT_ID: _, ...most } = provider
  expect(missing({ ...open, ...most, SMTP_URL: 'smtp://127.0.0.1' })).toEqual([
    'the legal pages show placeholders, set PROVIDER_VAT_ID',
  ])
  expect(missing({ ...open, ...provider, SMTP_URL: 'smtp://127.0.0.1' })).toEqual([])
})

test('a site for oneself lacks nothing, nor does a process that serves none', () => {
  expect(missing({})).toEqual([])
  const split = { DATABASE_URL: 'postgres://localhost/x', ROLES: 'projections' }
  expect(missing({ ...open, ...split })).toEqual([])
})

test('mail that would go nowhere stops the start', () => {
  expect(() => readEnv({ SMTP_URL: 'smtp://127.0.0.1' })).toThrow(/^SUPPORT_EMAIL is missing: with SMTP_URL /)
  expect(readEnv({ SMTP_URL: 'smtp://127.0.0.1', SUPPORT_EMAIL: 'a@b.de' }).SUPPORT_EMAIL).toBe('a@b.de')
})

test('the service says so when it starts', { timeout: 30_000 }, async () => {
  const services = keptServices()
  const { folder, remove } = temporaryFolder()
  try {
    const service = await services.start({
      ...secrets,
      ...open,
      DATA_DIR: folder,
      PROVIDER_NAME: 'Muster UG',
    })
    const warned = () => service.logged().filter(({ level }) => level === 40)
    const told = () =>
      warned()
        .map(({ msg }) => msg)
        .join('\n')
    // The lines for people come first, the log's a moment later.
    await expect
      .poll(told, { timeout: 10_000 })
      .toMatch(/placeholders, set PROVIDER_STREET, .*\nno mail is sent/)
  } finally {
    await services.killAll()
    remove()
  }
})
