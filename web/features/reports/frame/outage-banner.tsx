import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { OutageMessage } from '#web/features/reports/blocks/outage-message.tsx'
import { isOutage } from '#web/features/reports/data/failures.ts'

const shownReports = { queryKey: ['report'], type: 'active' } as const

const hasFailed = ({ state }: { state: { error: unknown } }) => state.error !== null

/** One message above all sections while the service does not respond, with a button that requests all of them again. */
export function OutageBanner() {
  const client = useQueryClient()
  const cache = client.getQueryCache()
  const error = useSyncExternalStore(
    (changed) => cache.subscribe(changed),
    () => cache.findAll(shownReports).find(({ state }) => isOutage(state.error))?.state.error ?? null,
  )
  if (!error) return null
  return (
    <OutageMessage
      error={error}
      retry={() => void client.refetchQueries({ ...shownReports, predicate: hasFailed })}
    />
  )
}
