import { afterEach, describe, expect, test } from 'vitest'
import { serviceProcesses } from '#tests/faults/support/service-process.ts'
import { secrets } from '#tests/faults/support/secrets.ts'
import { temporaryFolder } from '#tests/faults/support/temporary-folder.ts'
import { provider } from './provider.ts'

// Starts the service as a separate process, in order to check that a refused start opens no database.

const services = serviceProcesses()
const folders: (() => void)[] = []
afterEach(async () => {
  await services.killAll()
  for (const remove of folders.splice(0)) remove()
})

const site = {
  PUBLIC_URL: 'https://www.example.de',
  SMTP_URL: 'smtps://user:password@mail.example.de',
  SUPPORT_EMAIL: 'hilfe@example.de',
  ...provider,
}

function environment(env: Record<string, string>): Record<string, string> {
  const { folder, remove } = temporaryFolder()
  folders.push(remove)
  return { ...secrets, DATA_DIR: folder, ...env }
}

async function refusal(env: Record<string, string>) {
  const service = services.spawn(environment(env))
  expect((await service.ended).code).toBe(1)
  expect(service.output()).toBe('')
  return service.errors()
}

const readyz = async (PORT: number) => (await fetch(`http://127.0.0.1:${PORT}/readyz`)).json()

describe('the start of a public site', { timeout: 30_000 }, () => {
  test('is refused without a payment page', async () => {
    expect(await refusal(site)).toMatch(/^CHECKOUT_URL is missing: .*TEST_PAYMENT=on.*\n$/)
  })

  test.each(Object.keys(provider))('is refused without %s', async (name) => {
    const { [name as keyof typeof site]: _, ...rest } = site
    const message = await refusal({ ...rest, TEST_PAYMENT: 'on' })
    expect(message).toMatch(new RegExp(`^${name} is missing: an https PUBLIC_URL requires .*\\n$`))
  })

  test('is refused with http and a public host', async () => {
    expect(await refusal({ ...site, PUBLIC_URL: 'http://203.0.113.9', TEST_PAYMENT: 'on' })).toMatch(
      /^PUBLIC_URL is wrong: read http for the host "203\.0\.113\.9", which is a public address; allowed: https.*\n$/,
    )
  })

  test('is refused with personal data in clear text, and names the variable', async () => {
    const WEBHOOK_URL = 'http://203.0.113.9/hook'
    expect(await refusal({ ...site, TEST_PAYMENT: 'on', WEBHOOK_URL })).toMatch(
      /^WEBHOOK_URL is wrong: read http for the host "203\.0\.113\.9", .*ALLOW_CLEARTEXT=on allows any\)\.\n$/,
    )
  })

  test('with TEST_PAYMENT=on says so in the log and at /readyz, and warns of TRUST_PROXY=0', async () => {
    const PORT = 20_000 + (process.pid % 10_000)
    const { PROVIDER_VAT_ID: _, ...rest } = site
    const service = await services.start(
      environment({ ...rest, PROVIDER_TAX_NUMBER: '12/345', TEST_PAYMENT: 'on', PORT: String(PORT) }),
    )
    const warned = () =>
      service
        .logged()
        .filter(({ level }) => level === 40)
        .map(({ msg }) => msg)
        .join('\n')
    await expect.poll(warned, { timeout: 10_000 }).toMatch(/paid on the test payment page without money/)
    await expect.poll(warned, { timeout: 10_000 }).toMatch(/PUBLIC_URL is https but TRUST_PROXY is 0/)
    expect(await readyz(PORT)).toMatchObject({
      notes: expect.arrayContaining([expect.stringContaining('without money (TEST_PAYMENT=on')]),
    })
  })

  test('with a payment page and a trusted proxy warns of neither', async () => {
    const service = await services.start(
      environment({
        ...site,
        CHECKOUT_URL: 'https://pay.example.de/',
        PAYMENT_METHODS: 'Kreditkarte,PayPal',
        PAYMENT_WEBHOOK_SECRET: secrets.WEBHOOK_SECRET,
        TRUST_PROXY: '1',
        ROLES: 'ingest,projections,forwarding',
      }),
    )
    await expect
      .poll(() =>
        service
          .logged()
          .map(({ msg }) => msg)
          .join('\n'),
      )
      .toMatch(/no messages go to a webhook/)
    expect(service.output()).not.toMatch(/test payment|TRUST_PROXY/)
  })
})

test('a local site starts without these settings', { timeout: 30_000 }, async () => {
  const service = await services.start(environment({ PUBLIC_URL: 'http://192.168.1.5:3000' }))
  await expect
    .poll(() =>
      service
        .logged()
        .map(({ msg }) => msg)
        .join('\n'),
    )
    .toMatch(/no messages go to a webhook/)
  expect(service.output()).not.toMatch(/test payment|TRUST_PROXY/)
})
