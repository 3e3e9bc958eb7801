// Checks that the service withstands a sudden rush of visitors, as after a broadcast, and recovers afterwards.
import { arrivals, thresholdsFor } from './visit.js'

export { handleSummary, visit } from './visit.js'

export const options = {
  scenarios: arrivals([
    { seconds: 15, visitors: 5 },
    { seconds: 3, visitors: 80 },
    { seconds: 20, visitors: 80 },
    { seconds: 3, visitors: 5 },
    { seconds: 20, visitors: 5 },
  ]),
  thresholds: thresholdsFor({
    checks: ['rate==1'],
    http_req_failed: ['rate<0.01'],
    // Most visitors arrive during the spike, so the median is the response time during the spike.
    'http_req_duration{lane:high}': ['med<500', 'p(99)<5000'],
    'http_req_duration{lane:waiting}': ['max<15000'],
  }),
  summaryTrendStats: ['med', 'p(95)', 'p(99)', 'max'],
}
