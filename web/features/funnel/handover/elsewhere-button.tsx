import { useEffect, useMemo, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import type { HandoverSource } from '#web/features/funnel/run/handover-source.ts'
import { useLoadedOnPress } from './use-loaded-on-press.ts'

const loadContinueElsewhere = async () => (await import('./continue-elsewhere.tsx')).ContinueElsewhere

/** Button with which the visitor continues on another device. */
export function ElsewhereButton({ funnel, store, runTracker }: HandoverSource) {
  const [open, setOpen] = useState(false)
  const [ContinueElsewhere, load] = useLoadedOnPress(loadContinueElsewhere)
  const source = useMemo(() => ({ funnel, store, runTracker }), [funnel, store, runTracker])
  // After a reload, the other device may still open the draft.
  useEffect(() => {
    const { handover } = store.draft()
    if (handover && handover.field === undefined) void load()
  }, [store, load])
  return (
    <>
      <Button
        look="link"
        className="-mx-1"
        onClick={() => {
          setOpen(true)
          void load()
        }}
      >
        <span className="pointer-coarse:hidden">Weiter auf dem Handy</span>
        <span className="hidden pointer-coarse:inline">Auf anderem Gerät weiter</span>
      </Button>
      {ContinueElsewhere && <ContinueElsewhere source={source} open={open} onClose={() => setOpen(false)} />}
    </>
  )
}
