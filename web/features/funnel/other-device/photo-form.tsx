import { useEffect, useMemo, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type { FieldOf } from '#domain/forms/define-field.ts'
import { fieldsOf } from '#domain/forms/define-funnel.ts'
import { CheckIcon } from '#web/ui/icons.tsx'
import { Failure } from '#web/ui/panel.tsx'
import { FilesField } from '#web/features/funnel/fields/files-field.tsx'
import type { FormValues } from '#web/features/funnel/form/form-state.ts'
import { fetchUploads } from '#web/features/funnel/uploads/send-file.ts'
import { type UploadRun, UploadRunContext } from '#web/features/funnel/uploads/upload-run.ts'
import type { Received } from './received.ts'

/** Form of a single file field, for the phone with which a visitor photographs a document. */
export function PhotoForm({ received, field: name }: { received: Received; field: string }) {
  const { funnel, draft } = received
  const field = fieldsOf(funnel).find(
    (one): one is FieldOf<'files'> => one.name === name && one.kind === 'files',
  )
  const [stored, setStored] = useState<string[]>()
  useEffect(() => {
    void fetchUploads(draft).then((uploads) =>
      setStored((uploads ?? []).filter((upload) => upload.field === name).map(({ id }) => id)),
    )
  }, [draft, name])
  return (
    <div className="mx-auto grid w-full max-w-xl gap-5 px-4 py-8 sm:px-6 sm:py-12">
      <div>
        <p className="font-semibold text-leaf-700">{funnel.title}</p>
        <h1 className="text-2xl font-bold tracking-tight text-leaf-900">Dokument fotografieren</h1>
      </div>
      {field === undefined ? (
        <Failure>Dieses Dokument wird nicht mehr gebraucht. Sie können dieses Fenster schließen.</Failure>
      ) : (
        stored && <Picker field={field} stored={stored} owner={draft} />
      )}
    </div>
  )
}

interface PickerProps {
  field: FieldOf<'files'>
  /** Ids of the files that the field has already. */
  stored: string[]
  owner: { runId: string; secret: string }
}

function Picker({ field, stored, owner }: PickerProps) {
  const { name } = field
  const { control, getValues, setValue } = useForm<FormValues>({ defaultValues: { [name]: stored } })
  const { runId, secret } = owner
  const run = useMemo<UploadRun>(
    () => ({
      runId,
      secret,
      // The first device has sent the events that an upload needs.
      flush: async () => undefined,
      change(changed, change) {
        const ids: unknown = getValues(changed)
        setValue(changed, change(Array.isArray(ids) ? (ids as string[]) : []))
      },
    }),
    [runId, secret, getValues, setValue],
  )
  const ids = useWatch({ control, name }) as string[]
  return (
    <UploadRunContext value={run}>
      <div className="rounded-2xl border border-line bg-surface p-5 shadow-card sm:p-8">
        <FilesField field={{ ...field, required: false }} values={{ [name]: ids }} control={control} />
      </div>
      <output className="flex items-start gap-2 text-lg font-semibold empty:hidden">
        {ids.length > 0 && (
          <>
            <CheckIcon className="mt-1 size-5 shrink-0 text-leaf-700" />
            Angekommen. Machen Sie jetzt auf dem ersten Gerät weiter; dort erscheint die Datei von selbst.
          </>
        )}
      </output>
    </UploadRunContext>
  )
}
