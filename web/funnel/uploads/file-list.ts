import type { UploadAnswer } from '#domain/uploads.ts'
import type { uploadMessages } from './upload-messages.ts'

/** A file that a visitor has chosen, from the choice until it is removed. */
export interface RunFile {
  key: string
  field: string
  name: string
  /** Bytes. */
  size: number
  mimeType: string
  state: 'waiting' | 'sending' | 'stored' | 'failed'
  /** Part that is sent, 0 to 1. */
  progress: number
  failure?: keyof typeof uploadMessages
  /** Id of the upload when it is stored. */
  id?: string
  /** As long as this page has it. */
  content?: Blob
}

export interface FilesSnapshot {
  files: readonly RunFile[]
  /** What to tell somebody who does not see the list. */
  status: { field: string; text: string } | undefined
}

/** The files of a run, as React reads what lives outside of it. */
export function createFileList() {
  let current: FilesSnapshot = { files: [], status: undefined }
  const listeners = new Set<() => void>()

  function set(change: Partial<FilesSnapshot>) {
    current = { ...current, ...change }
    for (const listener of listeners) listener()
  }

  return {
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    snapshot: () => current,
    find: (key: string) => current.files.find((file) => file.key === key),
    knows: (id: string) => current.files.some((file) => file.id === id),
    replace: (files: readonly RunFile[]) => set({ files }),
    append: (...files: RunFile[]) => set({ files: [...current.files, ...files] }),
    update: (key: string, change: Partial<RunFile>) =>
      set({ files: current.files.map((file) => (file.key === key ? { ...file, ...change } : file)) }),
    say: (field: string, text: string) => set({ status: { field, text } }),
  }
}

export type FileList = ReturnType<typeof createFileList>

/** One that the service holds. */
export function storedFile({ id, field, filename, mimeType, size }: UploadAnswer): RunFile {
  return { key: id, id, field, name: filename, mimeType, size, state: 'stored', progress: 1 }
}
