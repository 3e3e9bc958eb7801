import { Worker } from 'node:worker_threads'
import type { Store } from '#db/ports/store.ts'
import type { DocumentFacts } from '#db/ports/document-store.ts'
import type { FoundOrder } from '#service/orders/find-order.ts'
import { type PrintableLetter, printableLetter } from '#service/orders/printable-letter.ts'

export interface PrintSettings {
  store: Pick<Store, 'documents'>
  /** True if a letter service prints and posts the letters. */
  letterService: boolean
}

/** `orders` are those that rule out the print. `too-large` means that the letters together exceed `maxBytes`. */
export type CheckedLetters =
  | { code: 'letters'; letters: DocumentFacts[] }
  | { code: Exclude<PrintableLetter['code'], 'letter'> | 'too-large'; orders: FoundOrder[] }

/** Maximum total size of the letters in bytes. They are all in memory at the same time. */
const maxBytes = 100 * 1024 * 1024
/** Time in ms after which the merging is given up. */
const timeoutMs = 60_000
/** Maximum number of batches that are read and merged at the same time. */
const maxMerges = 2

/** Returns which letters are printed for some orders, in this order, or why they are not. Reads no content. */
export async function checkLetters(
  settings: PrintSettings,
  orders: readonly FoundOrder[],
): Promise<CheckedLetters> {
  const letters: DocumentFacts[] = []
  const refused: { code: Exclude<PrintableLetter['code'], 'letter'>; order: FoundOrder }[] = []
  for (const order of orders) {
    const found = await printableLetter(settings, order.order)
    if (found.code === 'letter') letters.push(found.letter)
    else refused.push({ code: found.code, order })
  }
  const [first] = refused
  if (first) {
    const { code } = first
    return { code, orders: refused.filter((one) => one.code === code).map(({ order }) => order) }
  }
  const bytes = letters.reduce((sum, letter) => sum + letter.bytes, 0)
  return bytes > maxBytes ? { code: 'too-large', orders: [...orders] } : { code: 'letters', letters }
}

export type PrintedLetters = { code: 'merged'; pdf: Uint8Array } | { code: 'busy' | 'missing' }

/** Returns the function that puts letters into one PDF, in a separate thread. At most `maxMerges` run at once. */
export function createPrinter({ documents }: Pick<Store, 'documents'>) {
  let running = 0
  return async (letters: readonly DocumentFacts[]): Promise<PrintedLetters> => {
    if (running >= maxMerges) return { code: 'busy' }
    running += 1
    try {
      const files: Uint8Array[] = []
      for (const letter of letters) {
        const file = await documents.read(letter)
        if (!file) return { code: 'missing' }
        files.push(file)
      }
      return { code: 'merged', pdf: files.length === 1 ? files[0]! : await merge(files) }
    } finally {
      running -= 1
    }
  }
}

function merge(files: Uint8Array[]): Promise<Uint8Array> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>()
  const worker = new Worker(new URL('./merge-pdfs.ts', import.meta.url), {
    workerData: files,
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  })
  const timer = setTimeout(() => {
    reject(new Error('merging the letters took too long'))
    void worker.terminate()
  }, timeoutMs)
  worker.once('message', resolve)
  worker.once('error', reject)
  worker.once('exit', () => {
    clearTimeout(timer)
    reject(new Error('the thread that merges letters ended early'))
  })
  return promise
}
