import { z } from 'zod'
import {
  type CostChangesReport,
  costChangesSchema,
  costErrorSchema,
} from '#domain/operations/cost-contract.ts'
import type { CostError } from '#domain/operations/cost-errors.ts'
import { ReportError } from '#web/features/reports/data/get-report.ts'

/** What the service responds to costs: what they change, or the rows that it cannot read. */
export type CostsResult =
  | { kind: 'changes'; changes: CostChangesReport }
  | { kind: 'refused'; errors: CostError[]; faults: number }

const refusedSchema = z.object({ errors: z.array(costErrorSchema).min(1), faults: z.int() })

/**
 * Sends costs in CSV. `check` only returns what they would change. Throws a `ReportError` if the service fails or
 * refuses the file as a whole.
 */
export async function sendCosts(file: Blob | string, { check }: { check: boolean }): Promise<CostsResult> {
  const response = await fetch(`/api/costs${check ? '/check' : ''}`, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'text/csv' },
    body: file,
  })
  const body: unknown = await response.json().catch(() => undefined)
  if (response.ok) return { kind: 'changes', changes: costChangesSchema.parse(body) }
  const refused = refusedSchema.safeParse(body)
  if (response.status === 400 && refused.success) return { kind: 'refused', ...refused.data }
  throw new ReportError(response.status)
}
