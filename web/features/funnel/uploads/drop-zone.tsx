import { type DragEvent, type ReactNode, useEffect, useState } from 'react'
import { classNames } from '#web/ui/class-names.ts'

interface DropZoneProps {
  onFiles: (files: File[]) => void
  invalid: boolean
  children: ReactNode
}

/** Area that accepts dropped files. Its children must offer another way to choose files. */
export function DropZone({ onFiles, invalid, children }: DropZoneProps) {
  const [over, setOver] = useState(false)
  useEffect(refuseElsewhere, [])

  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    onFiles(Array.from(event.dataTransfer.files))
  }

  return (
    <div
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={classNames(
        'grid justify-items-center gap-3 rounded-xl border-2 border-dashed px-4 py-5 text-center transition-colors',
        over ? 'bg-leaf-100' : 'bg-leaf-50',
        invalid ? 'border-alarm' : over ? 'border-leaf-700' : 'border-control',
      )}
    >
      {children}
    </div>
  )
}

const refuse = (event: Event) => event.preventDefault()

/** Prevents the browser from navigating to a file that is dropped outside the zone. */
function refuseElsewhere(): () => void {
  window.addEventListener('dragover', refuse)
  window.addEventListener('drop', refuse)
  return () => {
    window.removeEventListener('dragover', refuse)
    window.removeEventListener('drop', refuse)
  }
}
