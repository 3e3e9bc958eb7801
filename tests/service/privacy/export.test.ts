import { randomBytes } from 'node:crypto'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { uploadPartBytes } from '#db/ports/upload-store.ts'
import type { DocumentKind } from '#domain/events/stored-event.ts'
import { decidePayment } from '#domain/orders/decide-order.ts'
import { orderOf } from '#domain/orders/evolve-order.ts'
import { changeOrder } from '#service/orders/change-order.ts'
import type { exportPerson } from '#service/privacy/export-person.ts'
import { noon } from '#tests/build-events.ts'
import { uploadTo } from '#tests/db/contract/uploads/uploads.ts'
import { ada, bob, openPeople } from './open-people.ts'

test('an export contains all data of a person with readable labels, and no data of others', async () => {
  const people = await openPeople()
  const ordered = await people.visit(ada, ['start', 'step', 'email', 'complete'])
  const draft = await people.visit(ada, ['start', 'email'])
  await people.visit(bob, ['start', 'complete'])
  await people.project()
  const [first] = (await people.store.people.findRuns(ada.email)).map(({ runId }) => runId)
  expect(first).toBe(ordered)
  const { output } = await people.run('export', '--email', ada.email)
  const exported = JSON.parse(output) as Awaited<ReturnType<typeof exportPerson>>

  expect(exported.Stand).toBe(new Date(noon).toISOString())
  expect(exported.Vorgänge.map(({ Vorgangskennung }) => Vorgangskennung)).toEqual([ordered, draft])
  const [order] = exported.Vorgänge
  const answers = new Map(order!.Angaben.map(({ Feld, Bezeichnung, Wert }) => [Feld, { Bezeichnung, Wert }]))
  for (const [name, value] of Object.entries(ada)) expect(answers.get(name)?.Wert).toEqual(value)
  expect(answers.get('vorname')?.Bezeichnung).toBe('Vorname')
  expect(answers.get('datenschutz')?.Bezeichnung).not.toMatch(/[[\]]/)
  expect(order!.Auftrag).toMatchObject({ 'Preis in Cent': 4999, Stand: 'beauftragt' })
  expect(order!.Auftrag!.Auftragsnummer).toMatch(/^FL-/)
  expect(order!.Ereignisse.map(({ Ereignis }) => Ereignis)).toEqual([
    'Formular begonnen',
    'Schritt abgeschlossen',
    'E-Mail-Adresse eingegeben',
    'Kostenpflichtig beauftragt',
  ])
  expect(order!.Ereignisse[0]).toMatchObject({
    Klickkennungen: { gclid: 'click-of-ada' },
    Kampagnen: [{ source: 'google' }],
    Gerät: { Art: 'mobile' },
  })
  expect(order!.Übermittlungen.map(({ Stand }) => Stand)).toEqual(Array(4).fill('steht aus'))
  expect(exported.Vorgänge[1]!.Auftrag).toBeNull()
  expect(output).not.toContain('bob@example.org')
  expect(output).not.toContain('Bob')
  expect(output).not.toContain('secretHash')
})

test('an export lists what was transmitted, by recipient', async () => {
  const people = await openPeople()
  const runId = await people.visit(ada, ['start', 'complete'])
  const { id } = orderOf(await people.store.log.readOrder(runId))!
  const settings = { now: noon }
  const paid = { paymentId: 'pay_1', amountCents: 4999, status: 'paid' } as const
  await changeOrder(people.store.log, id, (order) => decidePayment(order, paid), settings)
  await people.project(['webhook', 'mail', 'letters', 'documents'])
  const { output } = await people.run('export', '--run', runId)
  const [run] = (JSON.parse(output) as Awaited<ReturnType<typeof exportPerson>>).Vorgänge
  const recipients = run!.Übermittlungen.map(({ Empfänger, Anlass }) => `${Anlass}: ${Empfänger}`)
  expect(recipients).toContain('complete: E-Mail an die Adresse des Auftrags (E-Mail-Dienst)')
  expect(recipients).toContain('paid: Brief an den Beitragsservice (Post oder Briefdienst)')
  expect(recipients).toContain('paid: Weiterverarbeitung (Webhook)')
  expect(recipients.join()).not.toContain('undefined')
})

test('an export contains the files', async () => {
  const people = await openPeople()
  const runId = await people.visit(ada, ['start', 'step'])
  const content = [randomBytes(uploadPartBytes), randomBytes(10)]
  const { id } = await uploadTo(people.store, { runId, filename: 'Vertrag Łódź.pdf' }, content)
  const damaged = await uploadTo(people.store, { runId })
  const sqlite = new Database(people.file)
  sqlite.prepare('UPDATE upload_parts SET ciphertext = zeroblob(50) WHERE upload_key = 2').run()
  sqlite.close()
  const { output } = await people.run('export', '--run', runId)
  const [run] = (JSON.parse(output) as Awaited<ReturnType<typeof exportPerson>>).Vorgänge
  expect(run!.Dateien).toMatchObject([
    {
      Feld: 'mietvertrag',
      Dateiname: 'Vertrag Łódź.pdf',
      Art: 'application/pdf',
      'Größe in Byte': uploadPartBytes + 10,
      Hochgeladen: new Date(noon).toISOString(),
      'Inhalt (Base64)': Buffer.concat(content).toString('base64'),
    },
    { Dateiname: damaged.filename, 'Inhalt (Base64)': null },
  ])
  expect(output).not.toContain(id)
})

const base64 = (text: string) => Buffer.from(text).toString('base64')

test('an export contains the documents', async () => {
  const people = await openPeople()
  const runId = await people.visit(ada, ['start', 'complete'])
  const { documents } = people.store
  const facts = { runId, sha256: 'a'.repeat(64), pages: 1, template: 1, frozenAt: noon }
  const freeze = (kind: DocumentKind, version: number) =>
    documents.freeze({ ...facts, kind, version, content: Buffer.from(`%PDF ${kind} ${version}`) })
  await freeze('invoice', 1)
  await freeze('application', 2)
  const sqlite = new Database(people.file)
  sqlite.exec(`UPDATE documents SET ciphertext = zeroblob(80) WHERE kind = 'application'`)
  sqlite.close()
  await freeze('confirmation', 1)
  const { output } = await people.run('export', '--run', runId)
  const [run] = (JSON.parse(output) as Awaited<ReturnType<typeof exportPerson>>).Vorgänge
  const common = { Seiten: 1, Erstellt: new Date(noon).toISOString() }
  expect(run!.Dokumente).toEqual([
    { Dokument: 'Rechnung', Fassung: 1, ...common, 'Inhalt (PDF, Base64)': base64('%PDF invoice 1') },
    { Dokument: 'Antrag', Fassung: 2, ...common, 'Inhalt (PDF, Base64)': null },
    {
      Dokument: 'Auftragsbestätigung',
      Fassung: 1,
      ...common,
      'Inhalt (PDF, Base64)': base64('%PDF confirmation 1'),
    },
  ])
})

test('after an erasure, an export contains the remaining data', async () => {
  const people = await openPeople()
  const runId = await people.visit(ada, ['start', 'complete'])
  await people.run('erase', '--run', runId)
  const { output } = await people.run('export', '--run', runId)
  const [run] = (JSON.parse(output) as Awaited<ReturnType<typeof exportPerson>>).Vorgänge
  expect(run!.Ereignisse.at(-1)!.Ereignis).toBe('Personenbezogene Daten gelöscht')
  expect(run!.Auftrag).toMatchObject({ 'Preis in Cent': 4999 })
  expect(output).not.toContain('Zwiebelturm')
})
