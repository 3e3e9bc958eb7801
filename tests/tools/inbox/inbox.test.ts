import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { type InboxOptions, openInbox } from '#tools/inbox/inbox.ts'
import { eventually } from '#tests/eventually.ts'
import { openForwarding, seconds, secret, useStore } from '#tests/service/outbox/open-outbox.ts'

useStore()

async function open(over: Partial<InboxOptions> = {}) {
  const printed: string[] = []
  const print = (line: string) => void printed.push(line)
  const inbox = await openInbox({
    port: 0,
    secrets: [secret],
    fail: 0,
    status: 500,
    full: false,
    print,
    ...over,
  })
  onTestFinished(() => inbox.close())
  return { ...inbox, printed }
}

test('prints a summary of a message and that its signature is correct', async () => {
  const { enqueue, forward, recorded } = await openForwarding()
  const inbox = await open()
  const runId = randomUUID()
  await enqueue({
    type: 'complete',
    runId,
    over: { facts: { zahlungsart: 'ueberweisung', agbVerbraucher: true } },
  })
  forward({ endpoint: { url: inbox.url } })
  await recorded(1)
  expect(inbox.printed[0]).toMatch(
    new RegExp(`^\\S+Z  completed  anmeldung step 4  run ${runId} #1  →  200  signature ok$`),
  )
  const text = inbox.printed.join('\n')
  expect(text).toContain('    person     3 values')
  expect(text).toContain('    payment    1 value')
  expect(text).toContain('    legal      agbVerbraucher, agb')
  expect(text).toContain('price 49.99')
})

test('fails the first message and marks the repeated one', async () => {
  const { enqueue, forward, recorded, clock } = await openForwarding()
  const inbox = await open({ fail: 1, status: 503 })
  await enqueue({ type: 'start', runId: randomUUID() })
  forward({ endpoint: { url: inbox.url } })
  await recorded(1)
  clock.advance(5 * seconds)
  await eventually(() => expect(inbox.printed.filter((line) => line.includes('→'))).toHaveLength(2))
  expect(inbox.printed[0]).toContain('→  503  signature ok')
  expect(inbox.printed.find((line) => line.includes('→  200'))).toContain('(try 2)')
})

test('rejects a message that was signed with another secret', async () => {
  const { enqueue, forward, first, recorded } = await openForwarding()
  const inbox = await open({ secrets: [`whsec_${Buffer.alloc(32, 9).toString('base64')}`] })
  await enqueue({ type: 'start', runId: randomUUID() })
  forward({ endpoint: { url: inbox.url } })
  await recorded(1)
  expect(inbox.printed[0]).toContain('→  401  SIGNATURE WRONG: No matching signature found')
  expect((await first()).attempts).toMatchObject([{ status: 401 }])
})

test('prints no personal data, not even from invalid messages', async () => {
  const { enqueue, forward, recorded } = await openForwarding()
  const inbox = await open()
  await enqueue({ type: 'complete', runId: randomUUID() })
  forward({ endpoint: { url: inbox.url } })
  await recorded(1)
  await fetch(inbox.url, { method: 'POST', body: '{"meta":{},"person":"Łucja"}' })
  await fetch(inbox.url, { method: 'POST', body: 'Łucja Müller-Lüdenscheidt' })
  const text = inbox.printed.join('\n')
  expect(text).toContain('    person     3 values')
  expect(text).not.toMatch(/Łucja|Müller|lucja|Hauptstra|DE\d\d/)
})

test('prints the whole message with `full`', async () => {
  const { enqueue, forward, recorded } = await openForwarding()
  const inbox = await open({ full: true })
  await enqueue({ type: 'start', runId: randomUUID() })
  forward({ endpoint: { url: inbox.url } })
  await recorded(1)
  expect(inbox.printed).toContain('        "version": "1.0"')
})

test.each([
  ['invalid JSON', 'hello', 'NOT JSON'],
  ['an invalid message', '{"meta":{}}', 'NOT A MESSAGE (meta.timestamp:'],
])('keeps running after %s', async (_, body, word) => {
  const inbox = await open()
  expect((await fetch(inbox.url, { method: 'POST', body })).status).toBe(401)
  expect((await fetch(inbox.url)).status).toBe(405)
  expect(inbox.printed[0]).toContain(word)
})
