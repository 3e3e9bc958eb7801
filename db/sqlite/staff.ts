import type { QueryPlan } from '#db/reads/query-plan.ts'
import { accessTokenReads, accessTokenWrites } from '#db/reads/staff/access-tokens.ts'
import { bindPlans } from '#db/reads/staff/bind-plans.ts'
import { savedViewReads, savedViewWrites } from '#db/reads/staff/saved-views.ts'
import { userSessionReads, userSessionWrites } from '#db/reads/staff/user-sessions.ts'
import { userReads, userWrites } from '#db/reads/staff/users.ts'
import type { Connection } from '#db/sqlite/connection/connection.ts'
import { runQueryPlan, runWritePlan } from '#db/sqlite/connection/run-query-plan.ts'

/** Creates the reading methods of the ports about users, their sessions and tokens. */
export function createStaffReads(connection: Connection) {
  const read = (plan: QueryPlan<unknown>) => runQueryPlan(connection, plan)
  return {
    users: bindPlans(userReads, false, read),
    userSessions: bindPlans(userSessionReads, false, read),
    accessTokens: bindPlans(accessTokenReads, false, read),
    savedViews: bindPlans(savedViewReads, false, read),
  }
}

/** Creates the writing methods of these ports. */
export function createStaffWrites(connection: Connection) {
  const write = (plan: QueryPlan<unknown>) => runWritePlan(connection, plan)
  return {
    users: bindPlans(userWrites, false, write),
    userSessions: bindPlans(userSessionWrites, false, write),
    accessTokens: bindPlans(accessTokenWrites, false, write),
    savedViews: bindPlans(savedViewWrites, false, write),
  }
}
