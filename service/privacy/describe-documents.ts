import type { DocumentKind } from '#domain/events/stored-event.ts'
import { isoTime } from '#domain/time/durations.ts'
import type { DocumentKey, DocumentStore } from '#db/ports/document-store.ts'
import { StoreUnavailable } from '#db/ports/store.ts'

const names: Record<DocumentKind, string> = {
  confirmation: 'Auftragsbestätigung',
  application: 'Antrag',
  invoice: 'Rechnung',
  letter: 'Brief mit Nachweisen',
  cancellation: 'Stornorechnung',
}

/** Returns the documents of a run for an export, with their content. The content is null if it cannot be read. */
export async function describeDocuments(documents: DocumentStore, runId: string) {
  const described = []
  for (const document of await documents.list(runId)) {
    const { kind, version, pages, frozenAt } = document
    described.push({
      Dokument: names[kind],
      Fassung: version,
      Seiten: pages,
      Erstellt: isoTime(frozenAt),
      'Inhalt (PDF, Base64)': await readContent(documents, document),
    })
  }
  return described
}

async function readContent(documents: DocumentStore, { runId, kind, version }: DocumentKey) {
  try {
    const content = await documents.read({ runId, kind, version })
    return content ? Buffer.from(content).toString('base64') : null
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error
    // The bytes were changed in the database, or its key is missing.
    return null
  }
}
