import { useEffect, useRef } from 'react'
import { CheckIcon } from '#web/ui/icons.tsx'
import { focusOn } from './focus.ts'

/** Says what the customer has just done. Gets the focus, because the form or button that had it is gone. */
export function DoneMessage({ children }: { children: string }) {
  const ref = useRef<HTMLOutputElement>(null)
  useEffect(() => focusOn(ref.current), [])
  return (
    <output
      ref={ref}
      tabIndex={-1}
      className="flex gap-3 rounded-xl border-2 border-leaf-600 bg-leaf-50 p-4 font-medium text-leaf-900"
    >
      <CheckIcon className="mt-0.5 size-5 shrink-0 text-leaf-700" />
      <span>{children}</span>
    </output>
  )
}
