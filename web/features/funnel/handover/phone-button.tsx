import { useEffect, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import type { HandoverSource } from '#web/features/funnel/run/handover-source.ts'
import type { RunFiles } from '#web/features/funnel/uploads/run-files.ts'
import { useLoadedOnPress } from './use-loaded-on-press.ts'

const loadPhonePhoto = async () => (await import('./phone-photo.tsx')).PhonePhoto

interface PhoneButtonProps {
  source: HandoverSource
  field: { name: string; label: string }
  files: RunFiles
  count: number
}

/** Button for visitors at a computer, who photograph a document with their phone. */
export function PhoneButton(props: PhoneButtonProps) {
  const { source, field } = props
  const [open, setOpen] = useState(false)
  const [PhonePhoto, load] = useLoadedOnPress(loadPhonePhoto)
  // After a reload, the phone may still upload.
  useEffect(() => {
    if (source.store.draft().handover?.field === field.name) void load()
  }, [source, field.name, load])
  return (
    <>
      <span className="hidden pointer-fine:block">
        <Button
          look="link"
          aria-label={`${field.label}: Mit dem Handy fotografieren`}
          onClick={() => {
            setOpen(true)
            void load()
          }}
        >
          Mit dem Handy fotografieren
        </Button>
      </span>
      {PhonePhoto && <PhonePhoto {...props} open={open} onClose={() => setOpen(false)} />}
    </>
  )
}
