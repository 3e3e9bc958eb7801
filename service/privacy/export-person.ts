import type { Delivery } from '#db/delivery-store.ts'
import type { PersonalData } from '#db/event-log.ts'
import type { Store } from '#db/store.ts'
import type { Upload, UploadStore } from '#db/upload-store.ts'
import { answersAsOf } from '#domain/answers-as-of.ts'
import { type Answer, type Answers, type Funnel, fieldsOf } from '#domain/funnels/define-funnel.ts'
import { funnelByType } from '#domain/funnels/index.ts'
import { orderOf } from '#domain/order.ts'
import type { StoredEvent, StoredEventType } from '#domain/stored-event.ts'
import { endpointName } from '#service/forwarding/endpoint.ts'
import type { KeptLetter } from '#service/mail/kept-letters.ts'
import { readWhole } from '#service/uploads/read-whole.ts'

// Read by the person it is about, so its words are German.

type PersonalRow = { position: number; personal: PersonalData }

/** Everything that is stored about the runs of a person, and the letters (Art. 15 and 20 GDPR), as plain JSON. */
export async function exportPerson(
  store: Pick<Store, 'log' | 'vault' | 'people' | 'uploads'>,
  { runIds, letters }: { runIds: readonly string[]; letters: readonly KeptLetter[] },
  now: number,
) {
  const runs = await Promise.all(
    runIds.map(async (runId) =>
      describeRun({
        events: await store.log.readRun(runId),
        personal: await store.vault.read(runId),
        deliveries: await store.people.deliveries(endpointName, runId),
        files: await readFiles(store.uploads, runId),
      }),
    ),
  )
  return {
    Auskunft: 'Bei Formlotse gespeicherte Daten',
    Stand: iso(now),
    Vorgänge: runs,
    Schreiben: letters.map(describeLetter),
  }
}

interface UploadedFile {
  upload: Upload
  /** In base64, null when it cannot be read. */
  content: string | null
}

async function readFiles(uploads: UploadStore, runId: string): Promise<UploadedFile[]> {
  const files: UploadedFile[] = []
  for (const upload of await uploads.list(runId))
    files.push({ upload, content: await readWhole(uploads, upload) })
  return files
}

function describeRun(run: {
  events: StoredEvent[]
  personal: PersonalRow[]
  deliveries: Delivery[]
  files: UploadedFile[]
}) {
  const { events, personal, deliveries, files } = run
  const [first] = events
  const funnel = funnelByType(first?.funnel ?? '')
  const rows = new Map(personal.map((row) => [row.position, row.personal]))
  return {
    Vorgangskennung: first?.runId,
    Anliegen: funnel?.product ?? first?.funnel,
    Angaben: describeAnswers(funnel, answersAsOf(events, personal).answers),
    Dateien: files.map((file) => describeFile(funnel, file)),
    Auftrag: describeOrder(events),
    Ereignisse: events.map((event) => describeEvent(funnel, event, rows.get(event.position))),
    Übermittlungen: deliveries.map(describeDelivery),
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
    Hochgeladen: iso(createdAt),
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
    Stand: { ordered: 'beauftragt', paid: 'bezahlt', withdrawn: 'widerrufen' }[order.status],
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
  withdrawn: 'Widerrufen',
  converted: 'Abschluss gezählt',
  erased: 'Personenbezogene Daten gelöscht',
}

function describeEvent(funnel: Funnel | undefined, event: StoredEvent, personal: PersonalData = {}) {
  const { meta } = event
  const answers = { ...event.facts, ...personal.form } as Answers
  return {
    Ereignis: eventNames[event.type],
    Kennung: event.id,
    Schritt: event.step,
    'Zeit auf dem Gerät': iso(event.occurredAt),
    Eingegangen: iso(event.receivedAt),
    Einzelheiten: withoutSecret(event),
    Angaben: describeAnswers(funnel, answers),
    Klickkennungen: personal.clickIds ?? {},
    Sitzung: event.sessionId,
    'Beginn der Sitzung': iso(meta.sessionStartedAt),
    Gerät: { Art: meta.device, Browser: meta.browser, Betriebssystem: meta.os },
    Einwilligung: meta.consent,
    Kampagnen: meta.touches.map(({ at, ...touch }) => ({ Zeit: iso(at), ...touch })),
  }
}

/** The hash of the run's secret serves only to recognise the visitor's browser. */
function withoutSecret(event: StoredEvent): object {
  return event.type === 'start' ? { entry: event.data.entry } : event.data
}

function describeAnswers(funnel: Funnel | undefined, answers: Answers) {
  const fields = new Map(funnel ? fieldsOf(funnel).map((field) => [field.name, field]) : [])
  return Object.entries(answers).map(([name, answer]: [string, Answer]) => ({
    Feld: name,
    Bezeichnung: withoutLinks(fields.get(name)?.label ?? name),
    Wert: answer,
  }))
}

/** A consent's label links to the text it is about. */
function withoutLinks(label: string): string {
  return label.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
}

function describeDelivery(delivery: Delivery) {
  return {
    Empfänger: 'Weiterverarbeitung (Webhook)',
    Nachricht: delivery.webhookId,
    Anlass: delivery.eventType,
    Stand: { pending: 'steht aus', delivered: 'übermittelt', dead: 'gescheitert' }[delivery.state],
    Versuche: delivery.attempts,
    Angelegt: iso(delivery.createdAt),
    Beendet: delivery.finishedAt === null ? null : iso(delivery.finishedAt),
  }
}

function describeLetter({ id, state, keptSince, text }: KeptLetter) {
  return {
    Kennung: id,
    Stand: { waiting: 'noch nicht gesendet', file: 'als Datei aufbewahrt' }[state],
    Seit: iso(keptSince),
    Inhalt: text,
  }
}

const iso = (at: number): string => new Date(at).toISOString()
