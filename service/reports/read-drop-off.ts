import type { z } from 'zod'
import type { Store } from '#db/store.ts'
import { dropOffReport } from '#domain/drop-off.ts'
import { type Funnel, stepNames } from '#domain/funnels/define-funnel.ts'
import { funnelByType } from '#domain/funnels/index.ts'
import type { DropOffReport, dropOffQuerySchema } from '#domain/report-shapes.ts'
import type { Problem } from '#service/errors.ts'
import { wrongParameter } from './read-query.ts'

/** Reads the drop-off report. Throws a 400 problem when it is asked for a version that the funnel never had. */
export async function readDropOff(
  store: Pick<Store, 'reports'>,
  query: z.output<typeof dropOffQuerySchema>,
): Promise<DropOffReport> {
  const { funnel: type, from, to, funnelVersion: asked, device, source, medium, campaign } = query
  const funnel = funnelByType(type)!
  if (asked !== undefined && !stepNames(funnel, asked)) throw unknownVersion(funnel, asked)
  const { asOfPosition, version, measures } = await store.reports.dropOff({
    funnel: type,
    from,
    to,
    ...(asked !== undefined && { version: asked }),
    segment: {
      ...(device !== undefined && { device }),
      ...(source !== undefined && { source }),
      ...(medium !== undefined && { medium }),
      ...(campaign !== undefined && { campaign }),
    },
  })
  const funnelVersion = asked ?? version ?? funnel.version
  const steps =
    stepNames(funnel, funnelVersion) ??
    // Runs of a version that this software does not know still count; only its names are gone.
    funnel.steps.map((_, index) => `step-${index + 1}`)
  return dropOffReport({ funnel: type, funnelVersion, from, to, asOfPosition }, steps, measures)
}

function unknownVersion(funnel: Funnel, version: number): Problem {
  const known = [funnel, ...(funnel.earlierVersions ?? [])].map((one) => one.version)
  return wrongParameter(
    'funnelVersion',
    `read "${version}", versions of ${funnel.type} are ${known.join(', ')}`,
  )
}
