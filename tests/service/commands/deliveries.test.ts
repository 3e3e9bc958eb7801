import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { UsageError } from '#service/commands/command-errors.ts'
import { readDeliveryCommand } from '#service/commands/delivery-commands.ts'
import { type Forwarding, openForwarding, useStore } from '#tests/service/outbox/open-outbox.ts'
import { eventually } from '#tests/eventually.ts'
import { runCommand } from './run-command.ts'

useStore()

const deliveries = ({ store, clock }: Pick<Forwarding, 'store' | 'clock'>, ...args: string[]) =>
  readDeliveryCommand(args)(store, clock.now)

test('dead letters are listed, shown and sent again', async () => {
  const forwarding = await openForwarding('webhook')
  const { enqueue, forward, receiver, recorded } = forwarding
  const runId = randomUUID()
  await enqueue({ type: 'start', runId }, { type: 'complete', runId })
  expect(await deliveries(forwarding, 'show', '1')).toContain('not tried yet')
  receiver.react(500, 503)
  forward({ endpoint: { schedule: [0] } })
  await recorded(2)

  const listed = await deliveries(forwarding, 'list', '--state', 'dead')
  expect(listed).toMatch(/^ID +STATE +EVENT +RUN +# +TRIES/)
  expect(listed).toMatch(new RegExp(`^2 +dead +complete +${runId} +2 +1 `, 'm'))
  expect(listed).toContain('2 dead')
  expect(await deliveries(forwarding, 'list', '--limit', '1')).not.toContain('start')
  expect(await deliveries(forwarding, 'show', '2')).toMatch(/^1 +\S+Z +\d+ ms +503 +status 503$/m)

  expect(await deliveries(forwarding, 'retry', '1')).toBe('Delivery 1 is due now.')
  expect(await deliveries(forwarding, 'retry', '--dead')).toBe('1 dead letter is due now.')
  await eventually(() => expect(receiver.received).toHaveLength(4))
  expect(await deliveries(forwarding, 'retry', '--dead')).toBe('There are no dead letters.')
  await eventually(async () =>
    expect(await deliveries(forwarding, 'list', '--state', 'pending')).toContain('No pending deliveries.'),
  )
})

test('a webhook that responds with 410 is listed as stopped, and can be resumed', async () => {
  const forwarding = await openForwarding('webhook')
  const { enqueue, forward, receiver } = forwarding
  await enqueue({ type: 'start', runId: randomUUID() })
  receiver.react(410)
  forward()
  await eventually(async () => expect(await deliveries(forwarding, 'list')).toContain('410 Gone'))
  expect(await deliveries(forwarding, 'resume')).toBe(
    'Deliveries to the webhook are resumed; pending messages are due now.',
  )
  await eventually(() => expect(receiver.received).toHaveLength(2))
  expect(await deliveries(forwarding, 'resume')).toBe('The webhook was not stopped.')
})

test('refuses to retry a delivery that is being attempted or does not exist', async () => {
  const forwarding = await openForwarding('webhook')
  const { enqueue, forward, receiver } = forwarding
  await enqueue({ type: 'start', runId: randomUUID() })
  receiver.react(() => undefined)
  forward()
  await eventually(() => expect(receiver.received).toHaveLength(1))
  const { id } = (await forwarding.deliveries()).at(-1)!
  await expect(deliveries(forwarding, 'retry', String(id))).rejects.toThrow('is being attempted right now')
  await expect(deliveries(forwarding, 'retry', '99')).rejects.toThrow('There is no delivery 99.')
  await expect(deliveries(forwarding, 'show', '99')).rejects.toThrow('There is no delivery 99.')
})

test.each([
  [
    ['list', '--state', 'lost'],
    '--state is wrong: read "lost", allowed: pending, delivered, dead, held, discarded.',
  ],
  [['list', '--limit', '0'], '--limit is wrong: read "0", allowed: a whole number from 1.'],
  [['retry'], '<id> is missing.'],
  [['retry', '1', '--dead'], 'retry takes an id or --dead, not both.'],
  [['show', '0x1'], '<id> is wrong: read "0x1", allowed: a whole number from 1.'],
  [['show', '1', '2'], 'Unexpected argument "2".'],
  [['resume', '--dead'], '--dead does not go with resume.'],
  [['--frob'], "Unknown option '--frob'"],
  [['frob'], 'There is no command "frob".'],
  [[], 'A command is missing.'],
])('refuses %j with the reason', (args, word) => {
  expect(() => readDeliveryCommand(args)).toThrow(UsageError)
  expect(() => readDeliveryCommand(args)).toThrow(word)
})

function run({ file, piiKey }: Pick<Forwarding, 'file' | 'piiKey'>, ...args: string[]) {
  const PII_KEY = Buffer.from(piiKey).toString('base64')
  return runCommand('deliveries', args, {
    DATABASE_URL: `file:${file}`,
    DATA_DIR: path.dirname(file),
    PII_KEY,
  })
}

describe('from the command line', () => {
  test('works while the service has the store open', async () => {
    const { code, output } = await run(await openForwarding(), 'list', '--state', 'dead')
    expect(output).toContain('No dead deliveries.')
    expect(code).toBe(0)
  })

  test('a wrong call prints the usage and exits with 2', async () => {
    const { code, output } = await run(await openForwarding(), 'list', '--state', 'lost')
    expect(output).toMatch(/^--state is wrong[^]+npm run deliveries -- list/)
    expect(code).toBe(2)
  })

  test('without a database it reports that, creates nothing and exits with 1', async () => {
    const file = path.join(tmpdir(), randomUUID(), 'formlotse.db')
    const { code, output } = await run({ file, piiKey: new Uint8Array(32) }, 'list')
    expect(output).toContain(`There is no database at ${file} yet.`)
    expect(code).toBe(1)
  })
})
