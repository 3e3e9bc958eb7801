import { setImmediate } from 'node:timers/promises'

/** Maximum time in ms for which steps run before requests get their turn. */
const turnMs = 20

/** Runs the steps of a computation on this thread without blocking it, because it also takes requests. */
export async function runPolitely<Result>(steps: Generator<void, Result>): Promise<Result> {
  for (let since = performance.now(); ;) {
    const step = steps.next()
    if (step.done) return step.value
    if (performance.now() - since < turnMs) continue
    await setImmediate()
    since = performance.now()
  }
}
