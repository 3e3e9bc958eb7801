// Checks that the pipeline sustains the peak of a busy day without slower responses to urgent events.
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
    // Under load a batch of ten events fills long before 5 s have passed.
    'http_req_duration{lane:waiting}': ['p(95)<1000', 'max<6000'],
  }),
  summaryTrendStats: ['med', 'p(95)', 'p(99)', 'max'],
}
