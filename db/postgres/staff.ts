import type { Pool } from 'pg'
import type { AccessTokenStore } from '#db/ports/staff/access-token-store.ts'
import type { SavedViewStore } from '#db/ports/staff/saved-view-store.ts'
import type { UserSessionStore, UserStore } from '#db/ports/staff/user-store.ts'
import { staffLock } from '#db/postgres/connection/locks.ts'
import { runQueryPlan, runWritePlan } from '#db/postgres/connection/run-query-plan.ts'
import type { QueryPlan } from '#db/reads/query-plan.ts'
import { accessTokenReads, accessTokenWrites } from '#db/reads/staff/access-tokens.ts'
import { bindPlans } from '#db/reads/staff/bind-plans.ts'
import { savedViewReads, savedViewWrites } from '#db/reads/staff/saved-views.ts'
import { userSessionReads, userSessionWrites } from '#db/reads/staff/user-sessions.ts'
import { userReads, userWrites } from '#db/reads/staff/users.ts'

/** Creates the ports about users, their sessions and tokens. */
export function createStaff(pool: Pool) {
  const read = (plan: QueryPlan<unknown>) => runQueryPlan(pool, plan)
  const write = (plan: QueryPlan<unknown>) => runWritePlan(pool, staffLock, plan)
  const users: UserStore = { ...bindPlans(userReads, true, read), ...bindPlans(userWrites, true, write) }
  const userSessions: UserSessionStore = {
    ...bindPlans(userSessionReads, true, read),
    ...bindPlans(userSessionWrites, true, write),
  }
  const accessTokens: AccessTokenStore = {
    ...bindPlans(accessTokenReads, true, read),
    ...bindPlans(accessTokenWrites, true, write),
  }
  const savedViews: SavedViewStore = {
    ...bindPlans(savedViewReads, true, read),
    ...bindPlans(savedViewWrites, true, write),
  }
  return { users, userSessions, accessTokens, savedViews }
}
