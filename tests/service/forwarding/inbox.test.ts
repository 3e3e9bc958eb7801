import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { type InboxOptions, openInbox } from '#service/forwarding/inbox.ts'
import { eventually } from '#tests/eventually.ts'
import { openForwarding, seconds, secret, useStore } from './open-forwarding.ts'

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

test('prints the essentials of a message and that its signature is right', async () => {
  const { owe, forward, recorded } = await openForwarding()
  const inbox = await open()
  const runId = randomUUID()
  await owe({
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
  expect(text).toContain('    person     vorname Łucja · nachname Müller-Lüdenscheidt')
  expect(text).toContain('    payment    zahlungsart ueberweisung')
  expect(text).toContain('    legal      agbVerbraucher, agb')
  expect(text).toContain('price 49.99')
})

test('fails the first ones, and tells a repeated message', async () => {
  const { owe, forward, recorded, clock } = await openForwarding()
  const inbox = await open({ fail: 1, status: 503 })
  await owe({ type: 'start', runId: randomUUID() })
  forward({ endpoint: { url: inbox.url } })
  await recorded(1)
  clock.advance(5 * seconds)
  await eventually(() => expect(inbox.printed.filter((line) => line.includes('→'))).toHaveLength(2))
  expect(inbox.printed[0]).toContain('→  503  signature ok')
  expect(inbox.printed.find((line) => line.includes('→  200'))).toContain('(try 2)')
})

test('refuses a message that was signed with another secret', async () => {
  const { owe, forward, first, recorded } = await openForwarding()
  const inbox = await open({ secrets: [`whsec_${Buffer.alloc(32, 9).toString('base64')}`] })
  await owe({ type: 'start', runId: randomUUID() })
  forward({ endpoint: { url: inbox.url } })
  await recorded(1)
  expect(inbox.printed[0]).toContain('→  401  SIGNATURE WRONG: No matching signature found')
  expect((await first()).attempts).toMatchObject([{ httpStatus: 401 }])
})

test('prints the whole of it when asked', async () => {
  const { owe, forward, recorded } = await openForwarding()
  const inbox = await open({ full: true })
  await owe({ type: 'start', runId: randomUUID() })
  forward({ endpoint: { url: inbox.url } })
  await recorded(1)
  expect(inbox.printed).toContain('        "version": "1.0"')
})

test.each([
  ['no JSON', 'hello', 'NOT JSON'],
  ['no message', '{"meta":{}}', 'NOT A MESSAGE (meta.timestamp:'],
])('takes %s without falling over', async (_, body, word) => {
  const inbox = await open()
  expect((await fetch(inbox.url, { method: 'POST', body })).status).toBe(401)
  expect((await fetch(inbox.url)).status).toBe(405)
  expect(inbox.printed[0]).toContain(word)
})
