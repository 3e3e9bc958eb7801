import { useContext, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useController } from 'react-hook-form'
import type { FieldValues } from '#domain/forms/define-field.ts'
import { maxFiles, noValidProof } from '#domain/forms/rules/files.ts'
import { maxFilePages, refusedTogether } from '#domain/uploads/proof-rules.ts'
import { FieldError, FieldGroup } from '#web/ui/form/field.tsx'
import { controlId } from '#web/features/funnel/form/form-state.ts'
import { DropZone } from '#web/features/funnel/uploads/drop-zone.tsx'
import type { RunFile } from '#web/features/funnel/uploads/file-list.ts'
import { FileCard } from '#web/features/funnel/uploads/file-card.tsx'
import { FilePicker } from '#web/features/funnel/uploads/file-picker.tsx'
import { runFilesOf } from '#web/features/funnel/uploads/run-files.ts'
import { uploadMessages } from '#web/features/funnel/uploads/upload-messages.ts'
import { type UploadRun, UploadRunContext, refuseFiles } from '#web/features/funnel/uploads/upload-run.ts'
import { PhoneButton } from '#web/features/funnel/handover/phone-button.tsx'
import type { FieldProps } from './field-props.ts'

/**
 * Upload of supporting documents. Sends each file as soon as it is chosen, photographed or dropped, and lists the state
 * of each file.
 */
export function FilesField(props: FieldProps<'files'>) {
  const run = useContext(UploadRunContext)
  if (!run) throw new Error(`field ${props.field.name}: no run to upload to`)
  return <FilesOfRun {...props} run={run} />
}

function FilesOfRun({ field, values, control, run }: FieldProps<'files'> & { run: UploadRun }) {
  const { name, required } = field
  const { field: input, fieldState } = useController({ name, control })
  const store = runFilesOf(run)
  const { files, status } = useSyncExternalStore(store.subscribe, store.snapshot)
  const picker = useRef<HTMLInputElement>(null)
  const [full, setFull] = useState(false)
  const own = files.filter((file) => file.field === name)
  const ids = Array.isArray(input.value) ? (input.value as string[]) : []

  const kept = ids.join()
  useEffect(() => void store.restore(name, kept === '' ? [] : kept.split(',')), [store, name, kept])

  const add = (chosen: File[]) => {
    if (chosen.length > 0) setFull(!store.add(name, chosen))
  }
  const refused = ids.length > 0 ? refusedTogether(given(values, files)) : undefined
  useEffect(() => {
    refuseFiles(name, refused)
    return () => refuseFiles(name, undefined)
  }, [name, refused])
  const ownError = (full && uploadMessages.tooMany) || refused || (required && allFailed(own) && noValidProof)
  const error = ownError || fieldState.error?.message
  const id = controlId(name)
  const described = [`${id}-grenzen`, error && `${id}-error`]

  return (
    <FieldGroup id={`${id}-gruppe`} label={field.label} required={required} hint={field.hint}>
      {own.length > 0 && (
        <ul className="mb-1 grid gap-2" aria-label={`${field.label}: Ihre Dateien`}>
          {own.map((file) => (
            <FileCard
              key={file.key}
              file={file}
              run={run}
              onRetry={() => store.retry(file.key)}
              onRemove={() => {
                setFull(false)
                store.remove(file.key)
                // Move the focus to the file picker, because the button that had the focus is removed with its card.
                picker.current?.focus()
              }}
            />
          ))}
        </ul>
      )}
      <DropZone onFiles={add} invalid={Boolean(error)}>
        <p className="hidden text-sm text-muted pointer-fine:block">Dateien hierher ziehen oder</p>
        <FilePicker
          aria={{
            id,
            'aria-describedby': described.filter(Boolean).join(' '),
            'aria-invalid': error ? true : undefined,
            'aria-required': undefined,
          }}
          required={required}
          label={field.label}
          onFiles={add}
          onBlur={input.onBlur}
          ref={picker}
        />
        {run.source && <PhoneButton source={run.source} field={field} files={store} count={own.length} />}
        <p id={`${id}-grenzen`} className="text-sm text-muted">
          {`Foto, Scan oder PDF, höchstens ${maxFiles} Dateien mit je 10 MB und ${maxFilePages} Seiten`}
        </p>
      </DropZone>
      {error && (
        // The error summary announces the errors of a submitted step.
        <div role={ownError ? 'alert' : undefined}>
          <FieldError id={id}>{error}</FieldError>
        </div>
      )}
      <output className="sr-only">{status?.field === name && status.text}</output>
    </FieldGroup>
  )
}

function allFailed(own: readonly RunFile[]): boolean {
  return own.length > 0 && own.every(({ state }) => state === 'failed')
}

/** Returns the files to which the values of all fields refer. */
function given(values: FieldValues, files: readonly RunFile[]): RunFile[] {
  const ids = new Set(Object.values(values).flatMap((value) => (Array.isArray(value) ? value : [])))
  return files.filter(({ id }) => id !== undefined && ids.has(id))
}
