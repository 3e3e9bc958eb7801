import { createHash, randomUUID } from 'node:crypto'
import type { Letter } from '#service/outbox/destinations/letter/letter-service.ts'

/** Returns a letter with a small PDF. Its content differs from letter to letter. */
export function aLetter(change: Partial<Letter> = {}): Letter {
  const id = change.id ?? randomUUID()
  const pdf = change.pdf ?? Buffer.from(`%PDF-1.7\n% ${id}\n%%EOF\n`)
  const sha256 = createHash('sha256').update(pdf).digest('hex')
  const orderNumber = `FL-${id.slice(0, 8).toUpperCase()}`
  const since = Date.UTC(2026, 10, 22, 10)
  const product = 'Anmeldung (VIP)'
  return { id, orderNumber, product, pdf, sha256, pages: 2, handOver: 1, since, ...change }
}
