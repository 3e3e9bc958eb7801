import { useEffect, useRef } from 'react'

/** Result of what the operator did last. */
export interface ShownOutcome {
  text: string
  isError?: boolean
}

/** Shows what an action has led to. A new outcome receives the focus, because the control of the action may be gone. */
export function OutcomeLine({ outcome }: { outcome: ShownOutcome | undefined }) {
  const line = useRef<HTMLOutputElement>(null)
  useEffect(() => {
    if (outcome) line.current?.focus()
  }, [outcome])
  const look = outcome?.isError ? 'bg-alarm-soft text-alarm' : 'bg-leaf-50 text-leaf-800'
  return (
    <output
      ref={line}
      tabIndex={-1}
      className={outcome ? `block rounded-lg px-4 py-3 font-medium whitespace-pre-line ${look}` : 'sr-only'}
    >
      {outcome?.text}
    </output>
  )
}
