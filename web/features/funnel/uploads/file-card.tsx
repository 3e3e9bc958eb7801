import { showSize } from '#domain/uploads/show-size.ts'
import { Button } from '#web/ui/button.tsx'
import { AlertIcon, CheckIcon } from '#web/ui/icons.tsx'
import type { RunFile } from './file-list.ts'
import { Thumbnail } from './thumbnail.tsx'
import { canRetry, uploadMessages } from './upload-messages.ts'
import type { UploadRun } from './upload-run.ts'

interface FileCardProps {
  file: RunFile
  run: UploadRun
  onRetry: () => void
  onRemove: () => void
}

export function FileCard({ file, run, onRetry, onRemove }: FileCardProps) {
  const { name, state, content } = file
  const failure = state === 'failed' ? file.failure : undefined
  const remove = state === 'sending' || state === 'waiting' ? 'Abbrechen' : 'Entfernen'
  return (
    <li className="flex gap-3 rounded-xl border border-line bg-surface p-3">
      <Thumbnail file={file} run={run} />
      <div className="grid min-w-0 grow content-center gap-0.5">
        <p className="font-sans font-semibold break-words">{name}</p>
        {failure ? (
          <p className="flex items-start gap-1.5 text-sm font-medium text-alarm">
            <AlertIcon className="mt-0.5 size-4.5 shrink-0" />
            <span>{uploadMessages[failure]}</span>
          </p>
        ) : (
          <FileState file={file} />
        )}
        <div className="-ml-1 flex flex-wrap gap-x-4">
          {failure && content && canRetry(failure) && (
            <Button look="link" onClick={onRetry} aria-label={`Erneut versuchen: ${name}`}>
              Erneut versuchen
            </Button>
          )}
          <Button look="link" onClick={onRemove} aria-label={`${remove}: ${name}`}>
            {remove}
          </Button>
        </div>
      </div>
    </li>
  )
}

function FileState({ file: { name, size, state, progress, pages } }: { file: RunFile }) {
  if (state === 'stored')
    return (
      <p className="flex items-center gap-1.5 text-sm text-muted">
        <CheckIcon className="size-4.5 text-leaf-700" />
        Hochgeladen{size > 0 && ` · ${showSize(size)}`}
        {pages !== undefined && ` · ${pages === 1 ? '1 Seite' : `${pages} Seiten`}`}
      </p>
    )
  return (
    <div className="grid gap-1">
      <progress
        value={state === 'waiting' ? 0 : progress}
        max={1}
        aria-label={`${name} wird hochgeladen`}
        className="h-2 w-full appearance-none forced-colors:appearance-auto overflow-hidden rounded-full bg-leaf-100 [&::-moz-progress-bar]:bg-leaf-600 [&::-webkit-progress-bar]:bg-leaf-100 [&::-webkit-progress-value]:bg-leaf-600"
      />
      <p className="text-sm text-muted" aria-hidden="true">
        {state === 'waiting' && 'Wartet …'}
        {state === 'sending' &&
          (progress < 1 ? `${Math.round(progress * 100)} % von ${showSize(size)}` : 'Wird geprüft …')}
      </p>
    </div>
  )
}
