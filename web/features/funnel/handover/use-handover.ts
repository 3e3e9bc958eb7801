import { useCallback, useEffect, useState } from 'react'
import { usePolling } from './use-polling.ts'
import { fetchHandoverState } from './handover-requests.ts'
import type { MadeLink } from './handover-link.tsx'
import type { HandoverSource } from '#web/features/funnel/run/handover-source.ts'
import { makeHandover } from './make-handover.ts'

const pauses = { open: 3000, closed: 10_000 }

/** Returns the first pause between two requests to the service, in ms. It is shorter while the dialog is open. */
export const pauseMs = (open: boolean) => (open ? pauses.open : pauses.closed)

const making: MadeLink = { failed: false }

/** Makes a hand-over each time the dialog is opened. Returns its link, and a function that makes another one. */
export function useHandoverLink(source: HandoverSource, { open, field }: { open: boolean; field?: string }) {
  const [made, setMade] = useState<MadeLink>(making)
  const make = useCallback(async () => {
    setMade(making)
    const link = await makeHandover(source, field)
    setMade(link === undefined ? { failed: true } : { failed: false, link })
  }, [source, field])
  useEffect(() => {
    // The dialog shows a new code whenever it is opened, because an earlier one may have been read.
    // oxlint-disable-next-line react/set-state-in-effect
    if (open) void make()
  }, [open, make])
  return { made, make }
}

/** Returns whether the other device has read the hand-over. Polls the service while `waiting`. */
export function useIsRead({ store }: HandoverSource, { open, waiting }: { open: boolean; waiting: boolean }) {
  const [isRead, setIsRead] = useState(false)
  const request = async () => {
    const state = await fetchHandoverState(store.draft())
    if (state === 'read') setIsRead(true)
    if (state === 'gone' && !store.draft().handover?.field) store.keep({ handover: undefined })
  }
  usePolling(request, waiting && !isRead ? pauseMs(open) : undefined)
  return [isRead, () => setIsRead(false)] as const
}
