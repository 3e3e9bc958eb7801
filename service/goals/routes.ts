import { type Context, Hono, type MiddlewareHandler } from 'hono'
import type { Store } from '#db/ports/store.ts'
import { type Goal, decideGoals } from '#domain/operations/decide-goals.ts'
import { maxGoalBytes } from '#domain/operations/goal-limits.ts'
import { newGoalsSchema } from '#domain/operations/goal.ts'
import type { AccessVariables } from '#service/access/require-access.ts'
import { Problem } from '#service/http/errors.ts'
import { malformedBody } from '#service/http/problems/malformed-body.ts'
import { type RateLimitSettings, rateLimit } from '#service/http/rate-limit.ts'
import { readJsonBody } from '#service/http/read-json-body.ts'
import { appendDecided } from '#service/operations/append-decided.ts'
import { describeGoals } from './describe-goals.ts'
import { readGoalEvents } from './read-goals.ts'

const goalsPath = '/api/goals'

interface GoalDeps {
  store: Pick<Store, 'operations'>
  /** Refuses requests without access to the reports. */
  access: MiddlewareHandler<AccessVariables>
  limits: RateLimitSettings
  /** Called after events were stored, so that reports include them at once. */
  onCommit: () => void
}

/** Far more than people and scripts need. It bounds what a script in a loop stores. */
const requestsOfClient = { name: 'goals', perHour: 60 }

/** Returns the route with which people and scripts set the goals of months. */
export function goalRoutes({ store, access, limits, onCommit }: GoalDeps): Hono<AccessVariables> {
  const app = new Hono<AccessVariables>()
  app.use(goalsPath, access)

  app.post(goalsPath, describeGoals, rateLimit(requestsOfClient, limits), async (c) => {
    const goals = await readGoals(c)
    // Scripts send the token, people have a session.
    const sender = c.get('access') === 'token' ? 'script' : 'person'
    const { changes, position } = await appendDecided(
      store.operations,
      'goals of the same months',
      async () => decideGoals(goals, await readGoalEvents(store.operations, monthsOf(goals)), sender),
    )
    if (position !== null) {
      c.set('changedAt', position)
      onCommit()
    }
    const { set, removed, unchanged } = changes
    return c.json({ set, removed, unchanged, position }, position === null ? 200 : 201)
  })
  return app
}

const malformed = 'The goals are malformed'

async function readGoals(c: Context): Promise<Goal[]> {
  const body = await readJsonBody(c, maxGoalBytes)
  if (body === undefined)
    throw new Problem({
      status: 400,
      type: 'malformed',
      title: malformed,
      detail: 'the body is not valid JSON.',
    })
  const read = newGoalsSchema.safeParse(body)
  if (read.success) return read.data.goals.map((goal) => ({ ...goal, funnel: goal.funnel ?? null }))
  throw malformedBody(malformed, body, read.error)
}

/** Returns the first and the last month of goals, of which there is at least one. */
function monthsOf(goals: readonly Goal[]): { first: string; last: string } {
  const months = goals.map(({ month }) => month).toSorted()
  return { first: months[0]!, last: months.at(-1)! }
}
