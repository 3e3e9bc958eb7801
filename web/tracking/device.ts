import type { WireContext } from './tracked-event.ts'

/** By the width of the window (specification part 1, 2.4). */
export function deviceOf(width: number): WireContext['device'] {
  if (width < 768) return 'mobile'
  return width < 1024 ? 'tablet' : 'desktop'
}
