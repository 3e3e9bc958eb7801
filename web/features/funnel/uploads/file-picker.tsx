import type { Ref } from 'react'
import { uploadTypes } from '#domain/uploads/upload-types.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import type { ControlProps } from '#web/ui/form/field.tsx'

const endings = Object.values(uploadTypes).flatMap((names) => names.map((name) => `.${name}`))
const accepted = [...Object.keys(uploadTypes), ...endings].join(',')

interface FilePickerProps {
  aria: ControlProps
  required: boolean
  label: string
  onFiles: (files: File[]) => void
  ref: Ref<HTMLInputElement>
  onBlur: () => void
}

/**
 * Buttons for choosing files and for taking a photo. For accessibility, they are native file inputs. Each input is
 * invisible and lies on top of a span styled as a button.
 */
export function FilePicker({ aria, required, label, onFiles, ref, onBlur }: FilePickerProps) {
  const pick = (input: HTMLInputElement) => {
    onFiles(Array.from(input.files ?? []))
    // Clear the input. Otherwise, choosing the same file again would not cause a change event.
    input.value = ''
  }
  const cameraId = `${aria.id}-kamera`
  return (
    <div className="flex flex-wrap items-center justify-center gap-3">
      <span className="relative">
        <input
          {...aria}
          required={required}
          ref={ref}
          type="file"
          multiple
          accept={accepted}
          onBlur={onBlur}
          onChange={(event) => pick(event.currentTarget)}
          className="peer absolute inset-0 size-full cursor-pointer opacity-0"
          aria-label={`${label}: Datei auswählen`}
        />
        <span aria-hidden="true" className={classNames(buttonClass('secondary'), peerFocus)}>
          Datei auswählen
        </span>
      </span>
      <span className="relative hidden pointer-coarse:inline-block">
        <input
          id={cameraId}
          type="file"
          accept="image/*"
          capture="environment"
          onChange={(event) => pick(event.currentTarget)}
          className="peer absolute inset-0 size-full cursor-pointer opacity-0"
          aria-label={`${label}: Foto aufnehmen`}
        />
        <span aria-hidden="true" className={classNames(buttonClass('secondary'), peerFocus)}>
          Foto aufnehmen
        </span>
      </span>
    </div>
  )
}

/** Class names of the span styled as a button. They style the span while the invisible input is hovered or focused. */
const peerFocus =
  'peer-hover:bg-leaf-50 peer-hover:border-leaf-800 peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 ' +
  'peer-focus-visible:outline-leaf-900 peer-focus-visible:shadow-[0_0_0_7px_var(--color-lime)]'
