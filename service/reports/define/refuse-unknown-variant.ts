import type { ReportStore } from '#db/ports/report-store.ts'
import { noKey } from '#domain/attribution/credit-touches.ts'
import { type FunnelOf, funnels } from '#domain/funnels/index.ts'
import { recordedVariants } from '#domain/reports/experiments/recorded.ts'
import { berlinDay } from '#domain/time/berlin-time.ts'
import { wrongParameter } from '#service/reports/read-query.ts'

/** First day of any run. */
const firstDay = '2020-01-01'
/** Maximum number of variants that the problem names. */
const maxNamed = 20

interface VariantSource {
  store: { reports: Pick<ReportStore, 'counts'> }
  funnelOf: FunnelOf
  /** ms since the epoch */
  now: () => number
}

/**
 * Throws a 400 problem if a query filters by a variant that no funnel declares and no run has ever recorded: all figures
 * would be 0, as for a variant without runs. Recorded variants are read only if it is not declared. With `asOf`, nothing is
 * checked: a variant without runs may have been declared at that time.
 */
export async function refuseUnknownVariant(
  { store, funnelOf, now }: VariantSource,
  { variant, asOf }: { variant?: unknown; asOf?: unknown },
): Promise<void> {
  if (asOf !== undefined || typeof variant !== 'string' || variant === noKey) return
  const types = funnels.map(({ type }) => type)
  const declared = types.flatMap((type) =>
    (funnelOf(type)?.experiments ?? []).flatMap(({ key, variants }) =>
      variants.map((one) => `${key}:${one.key}`),
    ),
  )
  if (declared.includes(variant)) return
  const { groups } = await store.reports.counts({
    funnels: types,
    from: firstDay,
    to: berlinDay(now()),
    segment: {},
    kinds: ['variant'],
  })
  const recorded = recordedVariants(groups).map((row) => `${row.experiment}:${row.variant}`)
  if (recorded.includes(variant)) return
  const known = [...new Set([...declared, ...recorded])].slice(0, maxNamed)
  throw wrongParameter(
    'variant',
    `read ${JSON.stringify(variant)}, must be ${noKey} or a variant of an experiment: ${known.join(', ') || 'there is none yet'}`,
  )
}
