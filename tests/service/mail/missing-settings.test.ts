import { expect, test } from 'vitest'
import { readEnv } from '#service/config/env.ts'
import { missingForVisitors } from '#service/correspondence/open-correspondence.ts'
import { serviceProcesses } from '#tests/faults/support/service-process.ts'
import { secrets } from '#tests/faults/support/secrets.ts'
import { provider } from '#tests/service/config/network/provider.ts'
import { temporaryFolder } from '#tests/faults/support/temporary-folder.ts'

const open = { PUBLIC_URL: 'https://www.example.de' }
const missing = (source: Record<string, string>) => missingForVisitors(readEnv(source))

test('a public site without a mail server gets a warning', () => {
  expect(missing(open)).toEqual(['e-mails are not sent, only written to DATA_DIR/mail: set SMTP_URL'])
  expect(missing({ ...open, SMTP_URL: 'smtp://127.0.0.1', SUPPORT_EMAIL: 'a@b.de' })).toEqual([])
})

test('a local site gets no warning, nor does a process without the role ingest', () => {
  expect(missing({})).toEqual([])
  const split = { DATABASE_URL: 'postgres://localhost/x', ROLES: 'projections' }
  expect(missing({ ...open, ...split })).toEqual([])
})

test('a mail server without a recipient for visitors’ messages aborts the start', () => {
  expect(() => readEnv({ SMTP_URL: 'smtp://127.0.0.1' })).toThrow(/^SUPPORT_EMAIL is missing: /)
  expect(readEnv({ SMTP_URL: 'smtp://127.0.0.1', SUPPORT_EMAIL: 'a@b.de' }).SUPPORT_EMAIL).toBe('a@b.de')
})

test('the service says so when it starts', { timeout: 30_000 }, async () => {
  const services = serviceProcesses()
  const { folder, remove } = temporaryFolder()
  try {
    const service = await services.start({
      ...secrets,
      ...open,
      ...provider,
      TEST_PAYMENT: 'on',
      DATA_DIR: folder,
    })
    const warned = () => service.logged().filter(({ level }) => level === 40)
    const warnings = () =>
      warned()
        .map(({ msg }) => msg)
        .join('\n')
    // `start` returns when the service has printed its address. The log entries follow a moment later.
    await expect.poll(warnings, { timeout: 10_000 }).toMatch(/e-mails are not sent/)
  } finally {
    await services.killAll()
    remove()
  }
})
