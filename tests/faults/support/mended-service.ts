import { runService } from '#service/main.ts'
import { mendedFunnel } from '#tools/demo/mended-funnel.ts'

// Runs the service of a release that accepts the field which its previous release rejected.
await runService({ funnelOf: mendedFunnel })
