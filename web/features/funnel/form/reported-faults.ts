import { maxReportedRefusals } from '#domain/limits.ts'
import type { FormIssue } from '#domain/forms/check-form.ts'

/**
 * Returns the field and rule of each issue to report. Omits the message, because it could contain the entered value.
 */
export function reportedFaults(issues: readonly FormIssue[]): Pick<FormIssue, 'field' | 'rule'>[] {
  return issues.slice(0, maxReportedRefusals).map(({ field, rule }) => ({ field, rule }))
}
