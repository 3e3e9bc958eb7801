import { dayMs, hourMs } from '#domain/time/durations.ts'

/** Periods after the start within which orders can be counted, from short to long, in ms. */
const windows = { '1h': hourMs, '1d': dayMs, '7d': 7 * dayMs, '30d': 30 * dayMs } as const
export type OrderWindow = keyof typeof windows
export const orderWindows = Object.keys(windows) as [OrderWindow, ...OrderWindow[]]

/** Returns the shortest window that contains an order, or `later` if none does. `ms` is the time since the start. */
export function windowOf(ms: number): OrderWindow | 'later' {
  return orderWindows.find((window) => ms <= windows[window]) ?? 'later'
}

/** Returns the measures of the orders within a window, and of those after it (see run-measures.ts). */
export function measuresOfWindow(window: OrderWindow): { within: string[]; after: string[] } {
  const measures = [...orderWindows, 'later'].map((one) => `within:${one}`)
  const end = orderWindows.indexOf(window) + 1
  return { within: measures.slice(0, end), after: measures.slice(end) }
}
