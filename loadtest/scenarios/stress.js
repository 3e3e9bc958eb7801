// Checks that every acknowledged event is stored when the load exceeds the capacity of the service.
import { arrivals, thresholdsFor } from './visit.js'

export { handleSummary, visit } from './visit.js'

export const options = {
  scenarios: arrivals([
    { seconds: 20, visitors: 20 },
    { seconds: 30, visitors: 40 },
    { seconds: 30, visitors: 80 },
    { seconds: 30, visitors: 120 },
    { seconds: 20, visitors: 120 },
    { seconds: 20, visitors: 10 },
  ]),
  // Slow responses and Retry-After are acceptable here; wrong results are not.
  thresholds: thresholdsFor({
    checks: ['rate==1'],
    http_req_failed: ['rate<0.05'],
    'http_req_duration{lane:high}': ['p(95)<5000'],
  }),
  summaryTrendStats: ['med', 'p(95)', 'p(99)', 'max'],
}
