/** Highest step that an event may name. */
const lastStep = 20

/** Measures of which a run of the figure has exactly one, and those that it does not have beside it. */
export interface FigureMeasures {
  anyOf: string[]
  butNot: string[]
}

const single = new Set(['completed', 'abandoned', 'recovered', 'paid', 'withdrawn', 'noConsent'])

/**
 * What runs of a figure (run-shapes.ts) are counted under (domain/run-measures.ts), so that the list of them and the figure
 * are read from the same. `steps` is how many the funnel has. Undefined for a stage that the funnel does not have.
 */
export function measuresOfFigure(figure: string, steps: number): FigureMeasures | undefined {
  const [kind, rest] = cut(figure)
  if (single.has(kind)) return { anyOf: [kind], butNot: [] }
  if (kind === 'runs') return { anyOf: [...stages(0), 'completed'], butNot: [] }
  if (kind === 'open') return { anyOf: stages(0), butNot: ['abandoned'] }
  if (kind === 'invalid' || kind === 'gaveUp') return { anyOf: [figure], butNot: [] }
  if (kind === 'tracking') return { anyOf: upTo(1).map((missing) => `${figure}:${missing}`), butNot: [] }
  const stage = Number(rest)
  if (kind === 'stage' && stage <= steps)
    // Only an order reaches the last one.
    return { anyOf: [...(stage < steps ? stages(stage) : []), 'completed'], butNot: [] }
  if (kind === 'lost' && stage >= 1 && stage <= steps)
    return { anyOf: stage < steps ? [`stage:${stage - 1}`] : stages(stage - 1), butNot: [] }
  return undefined
}

/** Whether the figure counts stages, whose numbers say something of one funnel only. */
export function isOfStages(figure: string): boolean {
  return /^(stage|lost):/.test(figure)
}

function cut(figure: string): [kind: string, rest: string] {
  const colon = figure.indexOf(':')
  return colon === -1 ? [figure, ''] : [figure.slice(0, colon), figure.slice(colon + 1)]
}

/** Runs without an order whose furthest step is this one or a later one. */
function stages(from: number): string[] {
  return upTo(from).map((step) => `stage:${step}`)
}

function upTo(from: number): number[] {
  return Array.from({ length: lastStep - from + 1 }, (_, index) => from + index)
}
