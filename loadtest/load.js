// Does the pipeline keep up with a busy day's peak, with urgent answers as quick as on a quiet one?
import { arrivals, demands } from './visit.js'

export { handleSummary, visit } from './visit.js'

export const options = {
  scenarios: arrivals([
    { seconds: 20, visitors: 20 },
    { seconds: 60, visitors: 20 },
    { seconds: 10, visitors: 5 },
  ]),
  thresholds: demands({
    checks: ['rate==1'],
    http_req_failed: ['rate==0'],
    dropped_iterations: ['count==0'],
    'http_req_duration{lane:high}': ['p(95)<200', 'p(99)<500'],
    // Under load ten events are together long before the 5 s are over.
    'http_req_duration{lane:waiting}': ['p(95)<1000', 'max<6000'],
  }),
  summaryTrendStats: ['med', 'p(95)', 'p(99)', 'max'],
}
