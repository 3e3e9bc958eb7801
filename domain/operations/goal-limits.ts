/** Maximum number of goals in one request. Pages import these limits without the schemas. */
export const maxGoals = 100

/** Maximum size of a request in bytes: 100 goals of 160 bytes. */
export const maxGoalBytes = 16 * 1024

/** What a goal counts: orders, or net revenue in euro cents. */
export const goalMetrics = ['orders', 'netRevenueCents'] as const
export type GoalMetric = (typeof goalMetrics)[number]

/** Largest goal: a million orders, or a hundred million euros. */
export const maxGoal: Record<GoalMetric, number> = { orders: 1_000_000, netRevenueCents: 10_000_000_000 }
