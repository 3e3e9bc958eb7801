import { lastFieldBucket } from '#domain/runs/buckets/field-time-buckets.ts'
import { type OrderWindow, measuresOfWindow } from '#domain/runs/order-windows.ts'

/** Highest step number that an event may contain. */
const lastStep = 20

/**
 * Measures that define which runs a figure counts: the runs with one measure of `anyOf` and none of `butNot`. No run
 * has more than one measure of each, and every run with one of `butNot` has one of `anyOf`.
 */
export interface FigureMeasures {
  anyOf: string[]
  butNot: string[]
}

const single = new Set([
  'completed',
  'recovered',
  'severalContacts',
  'robot',
  'paid',
  'withdrawn',
  'failed',
  'refunded',
  'noConsent',
])

/**
 * Returns the measures (see domain/runs/run-measures.ts) that define which runs a figure counts. The list of these runs
 * is selected by the same measures, so it agrees with the figure. `steps` is the number of steps of the funnel. With
 * `orderWithin`, runs with a later order count as lost at the order. Returns undefined for a stage that the funnel does
 * not have.
 */
export function measuresOfFigure(
  figure: string,
  steps: number,
  orderWithin?: OrderWindow,
): FigureMeasures | undefined {
  if (orderWithin === undefined) return measuresOf(figure, steps)
  const { within, after } = measuresOfWindow(orderWithin)
  if (figure === 'completed' || figure === `stage:${steps}`) return { anyOf: within, butNot: [] }
  const measures = measuresOf(figure, steps)
  const isLost = figure === 'abandoned' || figure === `lost:${steps}`
  return measures && isLost ? { ...measures, anyOf: [...measures.anyOf, ...after] } : measures
}

function measuresOf(figure: string, steps: number): FigureMeasures | undefined {
  const [kind, rest] = cut(figure)
  if (single.has(kind)) return { anyOf: [kind], butNot: [] }
  if (kind === 'runs') return { anyOf: [...stages(0), 'completed'], butNot: [] }
  if (figure === 'abandoned') return { anyOf: abandoned(0), butNot: [] }
  if (figure === 'open') return { anyOf: stages(0), butNot: abandoned(0) }
  if (ownMeasure.has(kind)) return { anyOf: [figure], butNot: [] }
  if (kind === 'usedField') return { anyOf: timesIn(rest, 0), butNot: [] }
  if (kind === 'slowField') return { anyOf: timesIn(rest.replace(/:\d+$/, ''), bucketOf(rest)), butNot: [] }
  if (kind === 'tracking') return { anyOf: upTo(1).map((missing) => `${figure}:${missing}`), butNot: [] }
  const stage = Number(rest)
  if (kind === 'stage' && stage <= steps)
    // The last stage is the order itself, so only `completed` runs reach it.
    return { anyOf: [...(stage < steps ? stages(stage) : []), 'completed'], butNot: [] }
  if (stage < 1 || stage > steps) return undefined
  const [missed, left] = [stages(stage - 1), abandoned(stage - 1)].map((names) =>
    stage < steps ? names.slice(0, 1) : names,
  )
  if (kind === 'lost') return { anyOf: left!, butNot: [] }
  if (kind === 'open') return { anyOf: missed!, butNot: left! }
  return undefined
}

const ofOrders = new Set([
  'completed',
  'recovered',
  'severalContacts',
  'paid',
  'withdrawn',
  'failed',
  'refunded',
  'tracking',
  'credit',
])

/** Returns whether all runs of a figure have an order, so that they can be listed by the day of the order. */
export function countsOrders(figure: string): boolean {
  return ofOrders.has(cut(figure)[0])
}

/** Kinds of figures that count the runs with the measure of the same name. */
const ownMeasure = new Set(['invalid', 'gaveUp', 'silent', 'lastField', 'corrected', 'neverFilled', 'choice'])

/** Returns the measures of times in a field (`<step>:<fate>:<field>`) that lie in this bucket or a later one. */
function timesIn(field: string, from: number): string[] {
  return Array.from(
    { length: lastFieldBucket + 1 - from },
    (_, index) => `fieldTime:${field}:${from + index}`,
  )
}

const bucketOf = (field: string) => Math.min(lastFieldBucket, Number(/\d+$/.exec(field)?.[0] ?? 0))

/** Returns whether the figure refers to a stage. Stage numbers are only meaningful within one funnel. */
export function countsStages(figure: string): boolean {
  return /^(stage|lost|open):/.test(figure)
}

function cut(figure: string): [kind: string, rest: string] {
  const colon = figure.indexOf(':')
  return colon === -1 ? [figure, ''] : [figure.slice(0, colon), figure.slice(colon + 1)]
}

/** Returns the measures that count runs without an order by their furthest step, from step `from` on. */
function stages(from: number): string[] {
  return upTo(from).map((step) => `stage:${step}`)
}

/** Returns the measures that count runs whose visitors left without an order, by their furthest step. */
function abandoned(from: number): string[] {
  return upTo(from).map((step) => `abandoned:${step}`)
}

function upTo(from: number): number[] {
  return Array.from({ length: lastStep - from + 1 }, (_, index) => from + index)
}
