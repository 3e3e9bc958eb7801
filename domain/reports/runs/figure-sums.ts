/** How many runs of a figure ended in which way, and what their orders brought in. */
export interface FigureSums {
  open: number
  abandoned: number
  completed: number
  /** Price of all orders, and of those that count as net revenue (see `netRevenueCents`), in euro cents. */
  revenueCents: number
  netRevenueCents: number
}

export const noSums: FigureSums = {
  open: 0,
  abandoned: 0,
  completed: 0,
  revenueCents: 0,
  netRevenueCents: 0,
}

export function addSums(one: FigureSums, other: FigureSums, times = 1): FigureSums {
  return {
    open: one.open + times * other.open,
    abandoned: one.abandoned + times * other.abandoned,
    completed: one.completed + times * other.completed,
    revenueCents: one.revenueCents + times * other.revenueCents,
    netRevenueCents: one.netRevenueCents + times * other.netRevenueCents,
  }
}

/** Returns how many runs a list has, or how many of them have a status. */
export function listedRuns(
  { open, abandoned, completed }: FigureSums,
  status?: 'open' | 'abandoned' | 'completed',
): number {
  return status === undefined ? open + abandoned + completed : { open, abandoned, completed }[status]
}

/** Names of the measures of a figure (see `FigureMeasures`). */
interface Names {
  anyOf: readonly string[]
  butNot: readonly string[]
}

/**
 * Returns what one run with the measure `name` adds to the sums of a figure. The sums over all measures of a run, and
 * of any number of runs, are those of the figure. A run is first counted as open. A second measure, which every
 * abandoned or completed run has, moves it to its outcome.
 */
export function weightOf(name: string, { anyOf, butNot }: Names): FigureSums {
  const has = (measure: string) => anyOf.includes(measure)
  const [kind = '', first = ''] = name.split(':')
  if (butNot.includes(name)) return { ...noSums, open: -1 }
  if (kind === 'order') return has('completed') ? { ...noSums, revenueCents: Number(first) } : noSums
  if (kind === 'net') {
    const cents = Number(first)
    if (has('completed')) return { ...noSums, netRevenueCents: cents }
    return has('paid') ? { ...noSums, revenueCents: cents, netRevenueCents: cents } : noSums
  }
  if (kind === 'completed' || kind === 'paid') return has(name) ? { ...noSums, completed: 1 } : noSums
  if (kind === 'gaveUp' || isOfLost(name)) return has(name) ? { ...noSums, abandoned: 1 } : noSums
  if (kind === 'abandoned') {
    if (has(name)) return { ...noSums, abandoned: 1 }
    return has(`stage:${first}`) ? { ...noSums, open: -1, abandoned: 1 } : noSums
  }
  const combination = /^(?:left|value:(\d+):(\d+)):(.*)$/s.exec(name)
  if (!combination) return has(name) ? { ...noSums, open: 1 } : noSums
  const [, price, net, measure = ''] = combination
  if (!has(measure)) return noSums
  if (price === undefined) return { ...noSums, open: -1, abandoned: 1 }
  return {
    open: -1,
    abandoned: 0,
    completed: 1,
    revenueCents: Number(price),
    netRevenueCents: Number(net),
  }
}

/** Returns whether only runs that were lost without a message have the measure (see domain/runs/field-measures.ts). */
function isOfLost(name: string): boolean {
  return /^(silent:|lastField:|(fieldTime|corrected|neverFilled):\d+:left:)/.test(name)
}
