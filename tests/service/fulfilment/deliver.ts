// Prepares documents as a dispatcher does. This file is also used by a child process, so it must not import Vitest.
import type { DestinationName, OutboxRow } from '#db/ports/outbox-store.ts'
import type { Store } from '#db/ports/store.ts'
import { isBusinessOrder } from '#domain/funnels/fields/business.ts'
import { defaultSiteSettings } from '#domain/site/site-settings.ts'
import type { TypesetResult } from '#service/documents/typesetter.ts'
import { createDocumentsDestination } from '#service/fulfilment/documents-destination.ts'
import { openIssuedJournal } from '#service/journal/issued-journal.ts'
import type { DocumentSettings } from '#service/fulfilment/prepare-documents.ts'
import { providerContent } from '#service/fulfilment/provider-content.ts'
import { attemptMessage } from '#service/outbox/attempt-message.ts'
import type { Destination } from '#service/outbox/destination.ts'
import { projectNext } from '#service/projections/project-next.ts'
import { createStatusLinks } from '#service/status/status-links.ts'
import { pino } from 'pino'

export type TestTypesetter = DocumentSettings['typesetter']

/** Settings with the whole store, so that messages can be claimed as well. */
export type Preparing = DocumentSettings & { store: Store }

const typeset = (content: object): Promise<TypesetResult> =>
  Promise.resolve({
    code: 'typeset',
    pdf: new TextEncoder().encode(JSON.stringify(content)),
    pages: 1,
    template: 1,
  })

/** Typesets a document as its content in JSON, so that a test can read what a document contains. */
export const readableTypesetter: TestTypesetter = {
  letter: typeset,
  confirmation: typeset,
  invoice: typeset,
}

interface PreparingOptions {
  typesetter?: TestTypesetter
  /** Data folder of the journal. */
  journalFolder: string
  now: () => number
}

/** Returns the settings by which a process prepares documents. */
export async function preparing(
  store: Store,
  { typesetter = readableTypesetter, journalFolder, now }: PreparingOptions,
): Promise<Preparing> {
  return {
    store,
    typesetter,
    journal: await openIssuedJournal(journalFolder),
    statusLinks: createStatusLinks({ piiKey: Buffer.alloc(32, 3), publicUrl: 'https://formlotse.example' }),
    provider: providerContent(
      { ...defaultSiteSettings.provider, name: 'Formlotse UG' },
      { PROVIDER_VAT_ID: 'DE123456789', PROVIDER_TAX_NUMBER: undefined },
    ),
    acceptedTexts: async ({ values }) => [
      { title: isBusinessOrder(values) ? 'AGB für Unternehmer' : 'AGB', paragraphs: ['Text'] },
    ],
    now,
  }
}

const orderDestinations: readonly DestinationName[] = ['documents', 'mail', 'letters']

/** Projects all events and enqueues the messages that fulfil orders. */
export async function projectAll(store: Store, now: number): Promise<void> {
  const step = { size: 100, destinations: orderDestinations, now }
  while ((await projectNext(store, await store.projections.live(), step)).kind !== 'idle');
}

/** Prepares the documents of all due messages. Returns the number of attempts. */
export function prepareDue(settings: Preparing): Promise<number> {
  const destination = createDocumentsDestination({ ...settings, onCommit: () => undefined })
  return deliverDue(settings, destination)
}

/** Attempts all due messages of a destination. Returns the number of attempts. */
export async function deliverDue(
  { store, now }: Pick<Preparing, 'store' | 'now'>,
  destination: Destination<unknown>,
): Promise<number> {
  const context = {
    store,
    destination,
    now,
    random: () => 0.5,
    log: pino({ level: 'silent' }),
    limitedLog: () => undefined,
    interrupted: new AbortController().signal,
  }
  for (let attempts = 0; ;) {
    const rows = await claim(store, destination, now())
    if (rows.length === 0) return attempts
    attempts += rows.length
    await Promise.all(rows.map((row) => attemptMessage(row, context, () => undefined)))
  }
}

const claim = (store: Store, { name }: Destination<unknown>, now: number): Promise<OutboxRow[]> =>
  store.outbox.claimDue({ destination: name, now, leaseMs: 100_000, limit: 5 })

/** Projects and prepares until nothing is due. */
export async function workAll(settings: Preparing): Promise<void> {
  do await projectAll(settings.store, settings.now())
  while ((await prepareDue(settings)) > 0)
}
