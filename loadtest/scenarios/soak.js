// Checks that memory and response times stay stable under hours of normal load.
import { arrivals, thresholdsFor } from './visit.js'

export { handleSummary, visit } from './visit.js'

export const options = {
  scenarios: arrivals([
    { seconds: 60, visitors: 8 },
    { seconds: 2 * 3600, visitors: 8 },
    { seconds: 60, visitors: 1 },
  ]),
  thresholds: thresholdsFor({
    checks: ['rate==1'],
    http_req_failed: ['rate==0'],
    dropped_iterations: ['count==0'],
    'http_req_duration{lane:high}': ['p(95)<200', 'p(99)<500'],
    'http_req_duration{lane:waiting}': ['max<6000'],
  }),
  summaryTrendStats: ['med', 'p(95)', 'p(99)', 'max'],
}
