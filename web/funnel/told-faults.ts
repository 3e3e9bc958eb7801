import type { FormIssue } from '#domain/check-form.ts'

/** As many as one `invalid` event may hold. */
const most = 30

/** What the service is told of issues, for the report of fields: never a value, nor the message, which could hold one. */
export function toldFaults(issues: readonly FormIssue[]): Pick<FormIssue, 'field' | 'rule'>[] {
  return issues.slice(0, most).map(({ field, rule }) => ({ field, rule }))
}
