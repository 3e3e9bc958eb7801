import { Hono, type MiddlewareHandler } from 'hono'
import type { Store } from '#db/ports/store.ts'
import type { CostSender } from '#domain/operations/cost.ts'
import type { CostChangesReport } from '#domain/operations/cost-contract.ts'
import { type CostChanges, decideCosts } from '#domain/operations/decide-costs.ts'
import type { AccessVariables } from '#service/access/require-access.ts'
import { type RateLimitSettings, rateLimit } from '#service/http/rate-limit.ts'
import { appendDecided } from '#service/operations/append-decided.ts'
import { describeCheck, describeRecording } from './describe-costs.ts'
import { readRecordedCosts } from './read-costs.ts'
import { type Upload, readUpload } from './read-upload.ts'

const costsPath = '/api/costs'

interface CostDeps {
  store: Pick<Store, 'operations'>
  /** Refuses requests without access to the reports. */
  access: MiddlewareHandler<AccessVariables>
  limits: RateLimitSettings
  /** Called after events were stored, so that reports include them at once. */
  onCommit: () => void
}

/** Far more than people and scripts need. They bound what a script in a loop stores and reads. */
const recordingsOfClient = { name: 'costs', perHour: 60 }
const checksOfClient = { name: 'cost-checks', perHour: 300 }

/** Returns the routes with which people and scripts record the costs of campaigns. */
export function costRoutes({ store, access, limits, onCommit }: CostDeps): Hono<AccessVariables> {
  const app = new Hono<AccessVariables>()
  app.use(`${costsPath}/*`, access)

  app.post(costsPath, describeRecording, rateLimit(recordingsOfClient, limits), async (c) => {
    const upload = await readUpload(c)
    // Scripts send the token, people have a session.
    const sender = c.get('access') === 'token' ? 'script' : 'person'
    const { changes, position } = await appendDecided(store.operations, 'costs of the same days', () =>
      decide(store, upload, sender),
    )
    if (position === null) return c.json(toReport(upload, changes, null), 200)
    c.set('changedAt', position)
    onCommit()
    return c.json(toReport(upload, changes, position), 201)
  })

  app.post(`${costsPath}/check`, describeCheck, rateLimit(checksOfClient, limits), async (c) => {
    c.set('onlyRead', true)
    const upload = await readUpload(c)
    return c.json(toReport(upload, await decide(store, upload, 'person'), null), 200)
  })
  return app
}

async function decide({ operations }: CostDeps['store'], { costs }: Upload, sender: CostSender) {
  return decideCosts(costs, await readRecordedCosts(operations, daysOf(costs)), sender)
}

function toReport(
  { costs, unusedColumns }: Upload,
  { added, replaced, unchanged }: CostChanges,
  position: number | null,
): CostChangesReport {
  const costCents = costs.reduce((sum, cost) => sum + cost.costCents, 0)
  const columns = [...unusedColumns]
  return {
    rows: costs.length,
    ...daysOf(costs),
    costCents,
    added,
    replaced,
    unchanged,
    unusedColumns: columns,
    position,
  }
}

/** Returns the first and the last day of costs, of which there is at least one. */
function daysOf(costs: Upload['costs']): { from: string; to: string } {
  const days = costs.map(({ day }) => day).toSorted()
  return { from: days[0]!, to: days.at(-1)! }
}
