import { useContext, useEffect, useSyncExternalStore } from 'react'
import { runFilesOf } from './run-files.ts'
import { type UploadRun, UploadRunContext } from './upload-run.ts'

interface UploadedNamesProps {
  field: string
  ids: readonly string[]
}

/** Names of a field's files, one per line. */
export function UploadedNames(props: UploadedNamesProps) {
  const run = useContext(UploadRunContext)
  return run && <NamesOfRun {...props} run={run} />
}

function NamesOfRun({ field, ids, run }: UploadedNamesProps & { run: UploadRun }) {
  const store = runFilesOf(run)
  const { files } = useSyncExternalStore(store.subscribe, store.snapshot)
  const kept = ids.join()
  useEffect(() => void store.restore(field, kept.split(',')), [store, field, kept])
  return files
    .filter((file) => file.id !== undefined && ids.includes(file.id))
    .map(({ key, name }) => (
      <span key={key} className="block font-sans">
        {name}
      </span>
    ))
}
