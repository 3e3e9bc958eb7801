import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { Webhook } from 'standardwebhooks'
import { expect, onTestFinished, test } from 'vitest'
import type { Store } from '#db/ports/store.ts'
import { uploadPartBytes } from '#db/ports/upload-store.ts'
import { webhookMessageSchema } from '#domain/outbox/webhook-message.ts'
import { uploadTo } from '#tests/db/contract/uploads/uploads.ts'
import {
  type Forwarding,
  type QueuedEvent,
  openForwarding,
  personalForm,
  secret,
  useStore,
} from './open-outbox.ts'

useStore()

/**
 * Contents of three files, each as a list of parts. The sizes modulo 3 are 1, 2 and 0, so that every kind of base64
 * padding occurs. One file has more than two parts.
 */
const contents = [
  [randomBytes(uploadPartBytes), randomBytes(uploadPartBytes), randomBytes(1)],
  [randomBytes(5)],
  [randomBytes(6)],
]

function ordered(
  runId: string,
  files: Record<string, string[]>,
  over: Partial<QueuedEvent> = {},
): QueuedEvent {
  const form = { ...personalForm, sonstigeGruende: 'Umzug', ...files }
  return {
    type: 'complete',
    runId,
    over: { funnel: 'abmeldung', step: 4, facts: { abmeldegrund: 'sonstige' } },
    form,
    ...over,
  }
}

async function filesOf(store: Store, runId: string) {
  const names = ['Übersicht "A".pdf', 'B.pdf', 'C.pdf']
  const fields = ['sonstigeDokumente', 'sonstigeDokumente', 'dokumente']
  const uploads = []
  for (const [index, parts] of contents.entries())
    uploads.push(await uploadTo(store, { runId, field: fields[index]!, filename: names[index]! }, parts))
  const [a, b, c] = uploads.map(({ id }) => id) as [string, string, string]
  return { ids: { sonstigeDokumente: [a, b], dokumente: [c] }, a, b, c }
}

async function messageOf({ receiver, recorded }: Forwarding) {
  await recorded(1)
  return receiver.received[0]!
}

const uploaded = (name: string, index: number) => ({
  filename: name,
  mimeType: 'application/pdf',
  size: Buffer.concat(contents[index]!).length,
  content: Buffer.concat(contents[index]!).toString('base64'),
})

test('files are part of the message, byte for byte, and of its signature', async () => {
  const forwarding = await openForwarding()
  const runId = randomUUID()
  const { ids } = await filesOf(forwarding.store, runId)
  await forwarding.enqueue(ordered(runId, ids))
  forwarding.forward()
  const { body, headers, message } = await messageOf(forwarding)
  expect(message.uploads).toEqual({
    sonstigeDokumente: [uploaded('Übersicht "A".pdf', 0), uploaded('B.pdf', 1)],
    dokumente: [uploaded('C.pdf', 2)],
  })
  expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toEqual(message)
  expect(webhookMessageSchema.parse(message)).toEqual(message)
  expect(headers['content-length']).toBe(String(Buffer.byteLength(body)))
  expect((await forwarding.first()).attempts).toMatchObject([{ status: 200, error: null }])
})

test('a message with files is signed with both secrets while they are being changed', async () => {
  const forwarding = await openForwarding()
  const old = `whsec_${Buffer.alloc(24, 2).toString('base64')}`
  const runId = randomUUID()
  const { ids } = await filesOf(forwarding.store, runId)
  await forwarding.enqueue(ordered(runId, ids))
  forwarding.forward({ endpoint: { secrets: [old, secret] } })
  const { body, headers } = await messageOf(forwarding)
  for (const one of [old, secret]) new Webhook(one).verify(body, headers as Record<string, string>)
})

test.each([
  [
    'was changed in the database',
    'UPDATE upload_parts SET ciphertext = zeroblob(60) WHERE upload_key IN (SELECT key FROM uploads WHERE id = ?)',
  ],
  [
    'has lost a part',
    'DELETE FROM upload_parts WHERE number = 1 AND upload_key IN (SELECT key FROM uploads WHERE id = ?)',
  ],
  ['was removed', `UPDATE uploads SET state = 'removed' WHERE id = ?`],
])(
  'if a file %s, the message is sent with an empty list, and the delivery records the missing files',
  async (_, statement) => {
    const forwarding = await openForwarding()
    const runId = randomUUID()
    const { ids, a } = await filesOf(forwarding.store, runId)
    const sqlite = new Database(forwarding.file)
    sqlite.prepare(statement).run(a)
    sqlite.close()
    await forwarding.enqueue(ordered(runId, ids))
    forwarding.forward()
    const { body, headers, message } = await messageOf(forwarding)
    expect(message.uploads).toEqual({ sonstigeDokumente: [], dokumente: [uploaded('C.pdf', 2)] })
    expect(message.personalData).toMatchObject(personalForm)
    new Webhook(secret).verify(body, headers as Record<string, string>)
    const { row, attempts } = await forwarding.first()
    expect(row.state).toBe('delivered')
    expect(attempts).toMatchObject([
      { status: 200, error: 'sent without the files of sonstigeDokumente, which cannot be read' },
    ])
    expect(forwarding.lines.join()).toContain('delivered without some of its files')
  },
)

test('a damaged file name makes all files of the run unreadable, and the order is sent without them', async () => {
  const forwarding = await openForwarding()
  const runId = randomUUID()
  const { ids, a } = await filesOf(forwarding.store, runId)
  const sqlite = new Database(forwarding.file)
  sqlite.prepare('UPDATE uploads SET name = zeroblob(40) WHERE id = ?').run(a)
  sqlite.close()
  await forwarding.enqueue(ordered(runId, ids))
  forwarding.forward()
  const { message } = await messageOf(forwarding)
  expect(message.uploads).toEqual({ sonstigeDokumente: [], dokumente: [] })
  expect((await forwarding.first()).attempts[0]!.error).toContain('sonstigeDokumente, dokumente')
})

test('a message contains at most 20 MB of files', async () => {
  const forwarding = await openForwarding()
  const runId = randomUUID()
  const part = randomBytes(uploadPartBytes)
  const large = Array.from({ length: 40 }, () => part)
  const send = (field: string) => uploadTo(forwarding.store, { runId, field }, large)
  const ids = {
    sonstigeDokumente: [(await send('sonstigeDokumente')).id, (await send('sonstigeDokumente')).id],
  }
  const more = { dokumente: [(await send('dokumente')).id] }
  await forwarding.enqueue(ordered(runId, { ...ids, ...more }))
  forwarding.forward({ endpoint: { timeoutMs: 15_000 } })
  const { message } = await messageOf(forwarding)
  expect(message.uploads['sonstigeDokumente']).toHaveLength(2)
  expect(message.uploads['dokumente']).toHaveLength(0)
})

test('a message contains the files as of its event; without personal data it contains no files', async () => {
  const forwarding = await openForwarding()
  const { store, receiver } = forwarding
  const [runId, erased] = [randomUUID(), randomUUID()]
  const { ids, c } = await filesOf(store, runId)
  const step = {
    type: 'step',
    over: { funnel: 'abmeldung', step: 3, facts: { abmeldegrund: 'sonstige' } },
  } as const
  await forwarding.enqueue(
    { ...step, runId, form: { dokumente: ids.dokumente } },
    { ...step, runId, form: { dokumente: [] } },
    {
      ...step,
      runId: erased,
      form: { dokumente: [(await uploadTo(store, { runId: erased, field: 'dokumente' })).id] },
    },
    { type: 'erased', runId: erased, form: {} },
  )
  expect(c).toBe(ids.dokumente[0])
  forwarding.forward({ endpoint: { timeoutMs: 5000 } })
  await forwarding.recorded(4)
  const of = (id: string) => receiver.received.filter(({ message }) => message.meta.funnelId === id)
  expect(of(runId).map(({ message }) => message.uploads['dokumente'])).toEqual([[uploaded('C.pdf', 2)], []])
  expect(of(erased).map(({ message }) => message.uploads)).toEqual([{}, {}])

  const withheld = await openForwarding()
  await withheld.enqueue({ ...step, runId, form: { dokumente: ids.dokumente } })
  withheld.forward({ endpoint: { forwardDrafts: 'off' } })
  const { message } = await messageOf(withheld)
  expect(message.uploads).toEqual({})
  expect((await withheld.first()).attempts).toMatchObject([{ error: null }])
})

test('files are read from the store only as fast as the receiver reads the message', async () => {
  const forwarding = await openForwarding()
  const { store } = forwarding
  const runId = randomUUID()
  const parts = Array.from({ length: 50 }, () => randomBytes(uploadPartBytes))
  const ids = [
    await uploadTo(store, { runId, field: 'sonstigeDokumente' }, parts),
    await uploadTo(store, { runId, field: 'sonstigeDokumente' }, parts),
  ].map(({ id }) => id)
  let reads = 0
  const read: Store['uploads']['read'] = (...place) => {
    reads += 1
    return store.uploads.read(...place)
  }
  const server = createServer()
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  await forwarding.enqueue(ordered(runId, { sonstigeDokumente: ids }))
  forwarding.forward({
    store: { ...store, uploads: { ...store.uploads, read } },
    endpoint: { url, timeoutMs: 15_000 },
  })
  const [request, response] = await once(server, 'request')
  // In this time, a dispatcher that did not wait for the receiver would read all parts twice.
  await sleep(500)
  const all = 2 * parts.length
  // All parts are read to sign the message. They are then read again to send it, but only until the network buffers are
  // full.
  expect(reads).toBeGreaterThan(all)
  expect(reads).toBeLessThan(2 * all)
  request.resume()
  await once(request, 'end')
  response.end()
  await forwarding.recorded(1)
  expect(reads).toBe(2 * all)
})
