import { type DragEvent, type ReactNode, useEffect, useState } from 'react'
import { classNames } from '#web/ui/class-names.ts'

interface DropZoneProps {
  onFiles: (files: File[]) => void
  invalid: boolean
  children: ReactNode
}

/** Takes files that are dragged onto it. Everything in it can be done without dragging as well. */
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

/** A file that misses the zone would otherwise open in the place of the page. */
function refuseElsewhere(): () => void {
  window.addEventListener('dragover', refuse)
  window.addEventListener('drop', refuse)
  return () => {
    window.removeEventListener('dragover', refuse)
    window.removeEventListener('drop', refuse)
  }
}
