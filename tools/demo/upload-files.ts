import type { UploadStore } from '#db/ports/upload-store.ts'
import type { EnvelopeInput } from '#domain/events/wire-events.ts'
import { funnelByType } from '#domain/funnels/index.ts'
import { maxRunUploadBytes } from '#domain/uploads/upload-types.ts'

const content = Buffer.from('%PDF-1.4\n% Erfundener Nachweis für die Vorführung\n%%EOF\n')

/** Stores the uploads of an order. Runs without an order get no uploads, because their uploads would have expired. */
export async function uploadFiles(
  uploads: UploadStore,
  { events }: EnvelopeInput,
  at: number,
): Promise<void> {
  for (const event of events) {
    if (event.type !== 'complete') continue
    const fields = funnelByType(event.funnel)!.steps.flatMap((step) => step.fields)
    for (const { kind, name } of fields) {
      const ids = kind === 'files' ? event.form[name] : undefined
      if (!Array.isArray(ids)) continue
      const id = ids[0] as string
      // The upload already exists if the order is sent again, after a lost response or a double click.
      if (await uploads.find(id)) continue
      const named = { filename: 'beispiel.pdf', mimeType: 'application/pdf' }
      await uploads.begin({ id, runId: event.runId, field: name, ...named, createdAt: at })
      await uploads.add(id, 0, content)
      await uploads.finish(id, { size: content.length, maxFiles: 2, maxBytes: maxRunUploadBytes })
    }
  }
}
