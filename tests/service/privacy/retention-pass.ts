import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import { createSingleProcess } from '#db/limits/single-process.ts'
import type { Store } from '#db/ports/store.ts'
import { defaultPeriods } from '#domain/retention/default-periods.ts'
import { createRetention } from '#service/privacy/retention.ts'
import { until } from '#tests/service/projections/projected-store.ts'

const day = 24 * 60 * 60 * 1000
const periods = { ...defaultPeriods, unpaid: 60 * day }

/**
 * Runs one whole retention pass at a given time. Returns the log lines of the pass. Omits the lines that report how
 * many rows were removed.
 */
export async function retentionPass(
  {
    outbox,
    uploads,
    acknowledgements,
    operators,
    handovers,
    retention: passing,
  }: Pick<Store, 'outbox' | 'uploads' | 'acknowledgements' | 'operators' | 'handovers' | 'retention'>,
  at: number,
): Promise<string[]> {
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
  let passes = 0
  const retention = createRetention({
    replicas: createSingleProcess(),
    store: {
      outbox,
      uploads,
      acknowledgements,
      operators,
      handovers,
      retention: {
        ...passing,
        expirePersonal: async (step) => {
          const result = await passing.expirePersonal(step)
          if (step.by === 'uploads' && result.next === null) passes++
          return result
        },
      },
    },
    now: () => at,
    log,
    periods,
  })
  onTestFinished(() => retention.stop())
  await until('a whole pass', () => passes > 0)
  await retention.stop()
  return lines.filter((line) => !line.includes('was removed'))
}
