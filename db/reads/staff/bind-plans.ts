import type { QueryPlan } from '#db/reads/query-plan.ts'

type Plans = Record<string, (...args: never[]) => QueryPlan<unknown>>

/** The methods of `Of` whose plans return what `run` makes of them. */
type Bound<Of extends Plans, Async> = {
  [Name in keyof Of]: Of[Name] extends (...args: infer Args) => QueryPlan<infer Result>
    ? (...args: Args) => Async extends true ? Promise<Result> : Result
    : never
}

/** Returns methods that make a plan and run it. `run` is synchronous in SQLite and asynchronous in PostgreSQL. */
export function bindPlans<const Of extends Plans, Async extends boolean>(
  plans: Of,
  _async: Async,
  run: (plan: QueryPlan<unknown>) => unknown,
): Bound<Of, Async> {
  const bound = Object.entries(plans).map(([name, plan]) => [
    name,
    (...args: unknown[]) => run((plan as (...all: unknown[]) => QueryPlan<unknown>)(...args)),
  ])
  return Object.fromEntries(bound) as Bound<Of, Async>
}
