import type { Funnel } from '#domain/funnels/define-funnel.ts'

/** The canonical path of a step, from 1 (DESIGN 10.4). */
export function stepPath(funnel: Funnel, step: number): string {
  return `/${funnel.slug}/step-${step}`
}

/**
 * The step that an address asks for: `?step=n` before the path, `step-n` or the step's name in the path,
 * and 1 for everything else.
 */
export function stepOf(funnel: Funnel, place: string | undefined, search: string): number {
  const asked = new URLSearchParams(search).get('step')
  if (asked !== null) return known(funnel, asked)
  if (place === undefined) return 1
  const named = funnel.steps.findIndex((step) => step.name === place) + 1
  return named || known(funnel, /^step-(\d+)$/.exec(place)?.[1] ?? '')
}

function known(funnel: Funnel, text: string): number {
  const step = /^\d+$/.test(text) ? Number(text) : 1
  return step >= 1 && step <= funnel.steps.length ? step : 1
}
