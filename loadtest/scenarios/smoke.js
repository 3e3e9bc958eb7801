// Checks that the pipeline handles a few visitors without losing, duplicating or rejecting anything.
import { arrivals, thresholdsFor } from './visit.js'

export { handleSummary, visit } from './visit.js'

export const options = {
  scenarios: arrivals([{ seconds: 10, visitors: 5 }]),
  thresholds: thresholdsFor({
    checks: ['rate==1'],
    http_req_failed: ['rate==0'],
    dropped_iterations: ['count==0'],
    'http_req_duration{lane:high}': ['p(95)<500'],
    // An event that is not urgent waits up to 5 s for a batch to fill.
    'http_req_duration{lane:waiting}': ['max<6000'],
  }),
  summaryTrendStats: ['med', 'p(95)', 'p(99)', 'max'],
}
