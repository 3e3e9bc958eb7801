import type { Funnel } from '#domain/forms/define-funnel.ts'

/** Returns the canonical path of a step. Steps are numbered from 1. */
export function stepPath(funnel: Funnel, step: number): string {
  return `/${funnel.slug}/step-${step}`
}

/**
 * Returns the step that a URL requests by `?step=n` or, if that is missing, by `step-n` or the step's name in the path.
 * Returns 1 for anything else.
 */
export function stepOf(funnel: Funnel, place: string | undefined, search: string): number {
  const requested = new URLSearchParams(search).get('step')
  if (requested !== null) return known(funnel, requested)
  if (place === undefined) return 1
  const named = funnel.steps.findIndex((step) => step.name === place) + 1
  return named || known(funnel, /^step-(\d+)$/.exec(place)?.[1] ?? '')
}

function known(funnel: Funnel, text: string): number {
  const step = /^\d+$/.test(text) ? Number(text) : 1
  return step >= 1 && step <= funnel.steps.length ? step : 1
}
