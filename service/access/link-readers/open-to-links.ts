import type { Context } from 'hono'

/**
 * Reports that readers of a shared link get: figures, and faults and notes about them. All others name orders, runs or
 * messages, or take seconds to compute. A new report is closed until it is added here.
 */
const openReports = [
  'overview',
  'live',
  'drop-off',
  'drop-off/trend',
  'drop-off/breakdown',
  'drop-off/fields',
  'drop-off/silent',
  'drop-off/choices',
  'attribution',
  'attribution/models',
  'attribution/paths',
  'attribution/roas',
  'cohorts',
  'goals',
  'experiments',
  'experiments/variants',
  'quality',
  'moment',
  'annotations',
  'inbox',
  'notices',
]

const openPaths = new Set(
  openReports.flatMap((report) => ['', '.csv', '.de.csv'].map((end) => `/api/reports/${report}${end}`)),
)

/** Returns whether a reader of a shared link gets the response to a request. */
export function isOpenToLinks(c: Context): boolean {
  const { method, path } = c.req
  return (method === 'GET' || method === 'HEAD') && openPaths.has(path)
}
