import { createHash, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import type { DestinationName } from '#db/ports/outbox-store.ts'
import { createVaultCipher } from '#db/keys/vault-cipher.ts'
import { keptEmails } from '#service/correspondence/kept-emails.ts'
import { erasureJournal } from '#service/privacy/erasure-journal.ts'
import { projectNext } from '#service/projections/project-next.ts'
import { readPrivacyCommand } from '#service/commands/people/privacy-commands.ts'
import { anmeldungForm, envelope, iso, noon, wireEvent } from '#tests/build-events.ts'
import { type TestOptions, openTestService, testToken } from '#tests/service/harness.ts'

export const ada = {
  ...anmeldungForm,
  vorname: 'Adalberta',
  nachname: 'Zwiebelturm',
  geburtsdatum: '1971-02-03',
  email: 'adalberta@example.org',
  iban: 'DE02120300000000202051',
  adresse: { ...anmeldungForm.adresse, strasse: 'Quittenallee', hausnummer: '47' },
}
export const bob = { ...anmeldungForm, vorname: 'Bob', email: 'bob@example.org' }

const touch = { at: iso(noon), utm_source: 'google', gclid: 'click-of-ada' }

/** Texts from Ada's personal data that must not be found after the erasure. */
export const wordsOfAda = [
  'Adalberta',
  'adalberta',
  'Zwiebelturm',
  '1971-02-03',
  '00202051',
  'Quittenallee',
  'click-of-ada',
]

/** Opens the service on a real SQLite file. `project` updates the projections, and `run` executes a privacy command. */
export async function openPeople(over: Partial<TestOptions> = {}) {
  const folder = over.folder ?? mkdtempSync(path.join(tmpdir(), 'formlotse-privacy-'))
  const service = await openTestService({ ...over, folder })
  const { store, app, clock } = service
  const file = path.join(folder, 'formlotse.db')
  const journal = erasureJournal(folder)
  onTestFinished(async () => {
    await service.close()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Sends the events of one run, with values from one visitor's form. Returns the run id. */
  async function visit(
    form: typeof ada,
    types: ('start' | 'step' | 'email' | 'complete')[],
    runId = randomUUID(),
  ) {
    const { email, vorname, nachname, wohnungsart } = form
    const forms = { start: {}, step: { vorname, nachname, wohnungsart }, email: { email }, complete: form }
    const secretHash = createHash('sha256').update('secret').digest('hex')
    const events = types.map((type) =>
      wireEvent(type, {
        runId,
        occurredAt: iso(clock.now()),
        ...(type === 'start' ? { data: { secretHash, entry: '/' } } : { form: forms[type] }),
      }),
    )
    const attribution = { first: touch, last: touch, touches: [touch] }
    const context = { ...envelope([]).context, consent: 'marketing', attribution }
    const response = await service.post(envelope(events, { sentAt: iso(clock.now()), context }))
    const refused = response.body.results.find(({ status }) => status === 'rejected')
    if (refused) throw new Error(JSON.stringify(refused))
    return runId
  }

  async function project(destinations: readonly DestinationName[] = ['webhook']) {
    const settings = { size: 100, now: clock.now(), destinations }
    while ((await projectNext(store, await store.projections.live(), settings)).kind !== 'idle');
  }

  async function read(url: string) {
    const response = await app.request(url, { headers: { authorization: `Bearer ${testToken}` } })
    if (response.status !== 200) throw new Error(`${url}: ${response.status}`)
    return response.text()
  }

  /** Returns the bodies of all reports. Masks the log position, because it changes with every event. */
  async function reports() {
    await project()
    const range = 'from=2026-11-01&to=2026-11-30'
    const bodies = await Promise.all(
      [
        ...['.csv', ''].map((as) => `drop-off${as}?funnel=anmeldung&${range}`),
        ...['first', 'linear', 'position'].map((model) => `attribution?${range}&model=${model}&by=source`),
        ...['.csv', ''].map((as) => `orders${as}?${range}`),
      ].map((query) => read(`/api/reports/${query}`)),
    )
    return bodies.map((body) => body.replace(/"asOfPosition":\d+/, '"asOfPosition":"…"'))
  }

  const emails = keptEmails({ dataFolder: folder, store, cipher: createVaultCipher(service.piiKey) })
  const run = (...args: string[]) => runAnswering(true, ...args)

  /** Runs a privacy command; `answer` is the operator's answer to its question, undefined without a terminal. */
  function runAnswering(answer: boolean | undefined, ...args: string[]) {
    const confirm = async () => answer
    return readPrivacyCommand(args)({ store, journal, emails, now: clock.now, confirm })
  }

  return { ...service, folder, file, journal, visit, project, reports, read, run, runAnswering }
}

export type People = Awaited<ReturnType<typeof openPeople>>
