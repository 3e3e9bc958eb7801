// How many visitors are too many, and is everything acknowledged still kept when there are?
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
  // Slow is allowed here, and so is being told to come back; wrong is not.
  thresholds: demands({
    checks: ['rate==1'],
    http_req_failed: ['rate<0.05'],
    'http_req_duration{lane:high}': ['p(95)<5000'],
  }),
  summaryTrendStats: ['med', 'p(95)', 'p(99)', 'max'],
}
