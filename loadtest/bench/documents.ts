// Measures how long letters and invoices take, and whether typesetting them slows single-event posts down.
import { pino } from 'pino'
import { type TypesetResult, createTypesetter } from '#service/documents/typesetter.ts'
import { type Bench, startGenerator, startService } from '#loadtest/bench/load/start-parts.ts'
import type { Figure } from '#loadtest/bench/setup/figures.ts'
import { invoiceSample, letterSample } from '#loadtest/bench/setup/document-samples.ts'

const postsPerSecond = 100

export async function measureDocuments(bench: Bench): Promise<Figure[]> {
  const count = bench.quick ? 40 : 200
  const typesetter = createTypesetter({ log: pino({ level: 'silent' }) })
  const letter = () => typesetter.letter(letterSample)
  const invoice = () => typesetter.invoice(invoiceSample)
  // The first documents load the fonts and libraries.
  for (const make of [letter, invoice]) await times(3, make)
  const letters = await times(count, letter)
  const invoices = await times(count, invoice)

  const generator = startGenerator()
  const service = await startService(bench, 'documents')
  const seconds = bench.quick ? 4 : 8
  const plan = {
    ports: [service.port],
    mix: 'start',
    posts: postsPerSecond * seconds,
    connections: 16,
    rate: postsPerSecond,
  } as const
  const alone = await generator.load(plan)
  const loaded = new AbortController()
  const typesetting = (async () => {
    while (!loaded.signal.aborted) await letter()
  })()
  const together = await generator.load(plan)
  loaded.abort()
  await typesetting
  await Promise.all([generator.stop(), service.stop(), typesetter.stop()])

  const setting = `${count} documents one after another, after warm-up, with the transfer to and from the process`
  return [
    {
      name: 'p95 of a letter',
      value: p95(letters),
      unit: 'ms',
      targets: [{ of: 'value', most: 150 }],
      setting,
    },
    {
      name: 'p95 of an invoice',
      value: p95(invoices),
      unit: 'ms',
      targets: [{ of: 'value', most: 500 }],
      setting,
    },
    {
      name: 'p99 of posts during letters',
      value: together.p99,
      unit: 'ms',
      yardstick: { name: 'ms without letters', value: alone.p99 },
      ratio: together.p99 / alone.p99,
      targets: [{ of: 'ratio', most: 3 }],
      setting: `${postsPerSecond} start posts/s for ${seconds} s while letters are typeset without a pause`,
    },
  ]
}

/** Returns the time of each run in ms. Throws if a document is not typeset. */
async function times(count: number, run: () => Promise<TypesetResult>): Promise<number[]> {
  const measured: number[] = []
  for (let index = 0; index < count; index++) {
    const startedAt = performance.now()
    const result = await run()
    if (result.code !== 'typeset') throw new Error(`a document was not typeset: ${result.reason}`)
    measured.push(performance.now() - startedAt)
  }
  return measured
}

function p95(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.ceil(values.length * 0.95) - 1]!
}
