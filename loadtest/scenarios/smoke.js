// Checks that the pipeline handles a few visitors without losing, duplicating or rejecting anything.
import { arrivals, demands } from './visit.js'

export { handleSummary, visit } from './visit.js'

export const options = {
  scenarios: arrivals([{ seconds: 10, visitors: 5 }]),
  thresholds: demands({
    checks: ['rate==1'],
    http_req_failed: ['rate==0'],
    dropped_iterations: ['count==0'],
    'http_req_duration{lane:high}': ['p(95)<500'],
    // A single event that is not urgent waits up to 5 s for others.
    'http_req_duration{lane:waiting}': ['max<6000'],
  }),
  summaryTrendStats: ['med', 'p(95)', 'p(99)', 'max'],
}
