import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ReportError, postCommand } from '#web/features/reports/data/get-report.ts'

/** Returns a mutation that retries a delivery or all dead ones, or resumes a stopped webhook, then reloads the deliveries. */
export function useDeliveryCommand() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (command: { retry: number } | 'retry-dead' | 'resume') =>
      postCommand(`reports/deliveries/${typeof command === 'string' ? command : `${command.retry}/retry`}`),
    onSettled: () =>
      client.invalidateQueries({
        predicate: ({ queryKey: [, path] }) => typeof path === 'string' && path.startsWith('deliveries'),
      }),
  })
}

/** Returns the German message for a rejected command. Status 409 means that a delivery attempt is in progress. */
export function refusalOf(error: Error): string {
  return error instanceof ReportError && error.status === 409
    ? 'Diese Nachricht wird gerade gesendet.'
    : 'Das hat nicht geklappt. Bitte versuchen Sie es noch einmal.'
}
