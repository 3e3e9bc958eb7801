import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ReportError, postCommand } from '../get-report.ts'

/** Sends a delivery again, or frees a stopped receiver. What is shown of deliveries is asked for anew afterwards. */
export function useDeliveryCommand() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (command: { retry: number } | 'resume') =>
      postCommand(`reports/deliveries/${command === 'resume' ? 'resume' : `${command.retry}/retry`}`),
    onSettled: () =>
      client.invalidateQueries({
        predicate: ({ queryKey: [, path] }) => typeof path === 'string' && path.startsWith('deliveries'),
      }),
  })
}

/** What to say when it was refused; a delivery that is being tried at this moment is no failure of anyone. */
export function refusalOf(error: Error): string {
  return error instanceof ReportError && error.status === 409
    ? 'Diese Nachricht wird gerade gesendet.'
    : 'Das hat nicht geklappt. Bitte versuchen Sie es noch einmal.'
}
