import { isoTime } from '#domain/time/durations.ts'
import type { EventRow } from '#db/ports/outbox-store.ts'
import type { PersonalData, PersonalValues } from '#db/ports/event-log.ts'
import type { KeptRejection } from '#db/ports/rejection-store.ts'
import type { Store } from '#db/ports/store.ts'
import type { Upload, UploadStore } from '#db/ports/upload-store.ts'
import { formAsOf } from '#domain/events/form-as-of.ts'
import type { FieldValue, FieldValues } from '#domain/forms/define-field.ts'
import { type Funnel, fieldsOf } from '#domain/forms/define-funnel.ts'
import { funnelByType } from '#domain/funnels/index.ts'
import { orderOf } from '#domain/orders/evolve-order.ts'
import type { StoredEvent, StoredEventType } from '#domain/events/stored-event.ts'
import type { KeptEmail } from '#service/correspondence/kept-emails.ts'
import { readContent } from '#service/rejections/read-content.ts'
import { readRunPages } from '#service/projections/read-run-pages.ts'
import { readAsBase64 } from '#service/uploads/read-as-base64.ts'
import { describeDocuments } from './describe-documents.ts'
import { describeEmail, describeMessage, isTransmitted } from './describe-messages.ts'

// The export is in German, because it is read by the person concerned.

type PersonalRow = PersonalValues & { keptFor: 'invoice' | null }

/** Returns all data stored about a person's runs, and the given e-mails, as plain JSON (Art. 15 and 20 GDPR). */
export async function exportPerson(
  store: Pick<Store, 'log' | 'rejections' | 'vault' | 'people' | 'uploads' | 'documents'>,
  { runIds, emails }: { runIds: readonly string[]; emails: readonly KeptEmail[] },
  now: number,
) {
  const runs = await Promise.all(
    runIds.map(async (runId) =>
      describeRun({
        events: (await Array.fromAsync(readRunPages(store.log, [runId], Number.MAX_SAFE_INTEGER))).flat(),
        personal: await readAllPersonal(store.vault, runId),
        messages: await store.people.messages(runId),
        files: await readFiles(store.uploads, runId),
        documents: await describeDocuments(store.documents, runId),
        rejected: await store.rejections.ofRun(runId),
      }),
    ),
  )
  return {
    Auskunft: 'Bei Formlotse gespeicherte Daten',
    Stand: isoTime(now),
    Vorgänge: runs,
    Schreiben: emails.map(describeEmail),
  }
}

/** Reads all personal values of a run, page by page because a run can be long. */
async function readAllPersonal(vault: Store['vault'], runId: string): Promise<PersonalRow[]> {
  const rows: PersonalRow[] = []
  for (;;) {
    const page = await vault.readPage(runId, rows.at(-1)?.position ?? 0)
    if (page.length === 0) return rows
    rows.push(...page)
  }
}

interface UploadedFile {
  upload: Upload
  /** Content in base64; null if it cannot be read. */
  content: string | null
}

async function readFiles(uploads: UploadStore, runId: string): Promise<UploadedFile[]> {
  const files: UploadedFile[] = []
  for (const upload of await uploads.list(runId))
    files.push({ upload, content: await readAsBase64(uploads, upload) })
  return files
}

function describeRun(run: {
  events: StoredEvent[]
  personal: PersonalRow[]
  messages: EventRow[]
  files: UploadedFile[]
  documents: Awaited<ReturnType<typeof describeDocuments>>
  rejected: KeptRejection[]
}) {
  const { events, personal, messages, files, documents, rejected } = run
  const [first] = events
  const funnel = funnelByType(first?.funnel ?? '')
  const rows = new Map(personal.map((row) => [row.position, row.personal]))
  return {
    Vorgangskennung: first?.runId,
    Anliegen: funnel?.product ?? first?.funnel,
    Angaben: describeAnswers(funnel, formAsOf(events, personal).values),
    // True if the retention period of the application has ended, but the law still requires the invoice to be kept.
    'Nur noch für die Rechnung aufbewahrt': personal.some(({ keptFor }) => keptFor === 'invoice'),
    Dateien: files.map((file) => describeFile(funnel, file)),
    Auftrag: describeOrder(events),
    Dokumente: documents,
    Ereignisse: events.map((event) => describeEvent(funnel, event, rows.get(event.position))),
    'Abgewiesene Ereignisse': rejected.map((one) => describeRejected(funnel, one)),
    Übermittlungen: messages.filter(isTransmitted).map(describeMessage),
  }
}

function describeFile(funnel: Funnel | undefined, { upload, content }: UploadedFile) {
  const { field, filename, mimeType, size, createdAt } = upload
  const [answer] = describeAnswers(funnel, { [field]: filename })
  return {
    Feld: field,
    Bezeichnung: answer?.Bezeichnung,
    Dateiname: filename,
    Art: mimeType,
    'Größe in Byte': size,
    Hochgeladen: isoTime(createdAt),
    'Inhalt (Base64)': content,
  }
}

function describeOrder(events: StoredEvent[]) {
  const order = orderOf(events)
  if (!order) return null
  return {
    Auftragsnummer: order.number,
    Kennung: order.id,
    'Preis in Cent': order.priceCents,
    Stand: {
      ordered: 'beauftragt',
      paid: 'bezahlt',
      submitted: 'Brief übergeben',
      sent: 'Brief verschickt',
      failed: 'Brief gescheitert',
      withdrawal_declared: 'Widerruf erklärt',
      withdrawn: 'widerrufen',
      refunded: 'erstattet',
    }[order.status],
    Zahlungskennung: order.paymentId,
  }
}

const eventNames: Record<StoredEventType, string> = {
  start: 'Formular begonnen',
  step: 'Schritt abgeschlossen',
  invalid: 'Eingaben beanstandet',
  email: 'E-Mail-Adresse eingegeben',
  abandon: 'Seite verlassen',
  complete: 'Kostenpflichtig beauftragt',
  lapsed: 'Nicht fortgesetzt',
  paid: 'Bezahlt',
  invoiced: 'Rechnung gestellt',
  amended: 'Angaben geändert',
  email_corrected: 'E-Mail-Adresse berichtigt',
  prepared: 'Dokument erstellt',
  submitted: 'Brief an den Versand übergeben',
  sent: 'Brief verschickt',
  failed: 'Brief konnte nicht verschickt werden',
  withdrawal_declared: 'Widerruf erklärt',
  withdrawal_revoked: 'Widerruf zurückgenommen',
  withdrawal_declined: 'Widerruf abgelehnt',
  withdrawn: 'Widerrufen',
  refunded: 'Erstattet',
  credited: 'Rechnung storniert',
  converted: 'Abschluss gezählt',
  support_requested: 'Anfrage zum Auftrag gestellt',
  erased: 'Personenbezogene Daten gelöscht',
}

function describeEvent(funnel: Funnel | undefined, event: StoredEvent, personal: PersonalData = {}) {
  const { meta } = event
  const answers = { ...event.facts, ...personal.form } as FieldValues
  return {
    Ereignis: eventNames[event.type],
    Kennung: event.id,
    Schritt: event.step,
    'Zeit auf dem Gerät': isoTime(event.occurredAt),
    Eingegangen: isoTime(meta.replayed?.receivedAt ?? event.receivedAt),
    ...(meta.replayed && { Nachgeholt: isoTime(event.receivedAt) }),
    Einzelheiten: withoutSecret(event),
    Angaben: describeAnswers(funnel, answers),
    Klickkennungen: personal.clickIds ?? {},
    Sitzung: event.sessionId,
    'Beginn der Sitzung': isoTime(meta.sessionStartedAt),
    Gerät: { Art: meta.device, Browser: meta.browser, Betriebssystem: meta.os },
    Einwilligung: meta.consent,
    Kampagnen: meta.touches.map(({ at, ...touch }) => ({ Zeit: isoTime(at), ...touch })),
  }
}

/** Describes an event that the service rejected because of an unknown field, but keeps for a while to mend it. */
function describeRejected(funnel: Funnel | undefined, rejected: KeptRejection) {
  const { values } = rejected
  const content = values === null ? undefined : readContent({ ...rejected, values })
  return {
    Ereignis: eventNames[rejected.type as StoredEventType],
    Kennung: rejected.eventId,
    Eingegangen: isoTime(rejected.receivedAt),
    Einzelheiten: content?.data ?? null,
    Angaben: describeAnswers(funnel, (content?.form ?? {}) as FieldValues),
  }
}

/**
 * Returns the data of an event without the hash of the run's secret. The secret only serves to recognise the visitor's
 * browser.
 */
function withoutSecret(event: StoredEvent): object {
  if (event.type !== 'start') return event.data
  const { entry, referrer, variants } = event.data
  return { entry, ...(referrer !== undefined && { referrer }), ...(variants && { variants }) }
}

function describeAnswers(funnel: Funnel | undefined, answers: FieldValues) {
  const fields = new Map(funnel ? fieldsOf(funnel).map((field) => [field.name, field]) : [])
  return Object.entries(answers).map(([name, answer]: [string, FieldValue]) => ({
    Feld: name,
    Bezeichnung: withoutLinks(fields.get(name)?.label ?? name),
    Wert: answer,
  }))
}

/** Replaces links in a label by their text. Labels of consents contain links to the text that is consented to. */
function withoutLinks(label: string): string {
  return label.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
}
