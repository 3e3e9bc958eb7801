// Checks that the pipeline sustains the peak load of a busy day with short response times for urgent events.
import { arrivals, thresholdsFor } from './visit.js'

export { handleSummary, visit } from './visit.js'

export const options = {
  scenarios: arrivals([
    { seconds: 20, visitors: 20 },
    { seconds: 60, visitors: 20 },
    { seconds: 10, visitors: 5 },
  ]),
  thresholds: thresholdsFor({
    checks: ['rate==1'],
    http_req_failed: ['rate==0'],
    dropped_iterations: ['count==0'],
    'http_req_duration{lane:high}': ['p(95)<200', 'p(99)<500'],
    // Under load, a batch is full long before the maximum wait of 5 s.
    'http_req_duration{lane:waiting}': ['p(95)<1000', 'max<6000'],
  }),
  summaryTrendStats: ['med', 'p(95)', 'p(99)', 'max'],
}
