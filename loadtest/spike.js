// Does a crowd that comes all at once, as after a broadcast, get its answers, and is it quiet again afterwards?
import { arrivals, demands } from './visit.js'

export { handleSummary, visit } from './visit.js'

export const options = {
  scenarios: arrivals([
    { seconds: 15, visitors: 5 },
    { seconds: 3, visitors: 80 },
    { seconds: 20, visitors: 80 },
    { seconds: 3, visitors: 5 },
    { seconds: 20, visitors: 5 },
  ]),
  thresholds: demands({
    checks: ['rate==1'],
    http_req_failed: ['rate<0.01'],
    // The median is that of the crowd, most of whom come within twenty seconds.
    'http_req_duration{lane:high}': ['med<500', 'p(99)<5000'],
    'http_req_duration{lane:waiting}': ['max<15000'],
  }),
  summaryTrendStats: ['med', 'p(95)', 'p(99)', 'max'],
}
