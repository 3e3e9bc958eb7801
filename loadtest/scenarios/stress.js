// Raises the load beyond capacity and checks that everything acknowledged is still stored.
import { arrivals, demands } from './visit.js'

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
  // Slow responses and Retry-After are allowed here; wrong responses are not.
  thresholds: demands({
    checks: ['rate==1'],
    http_req_failed: ['rate<0.05'],
    'http_req_duration{lane:high}': ['p(95)<5000'],
  }),
  summaryTrendStats: ['med', 'p(95)', 'p(99)', 'max'],
}
