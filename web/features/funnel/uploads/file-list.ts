import type { UploadResponse } from '#domain/uploads/upload-types.ts'
import type { uploadMessages } from './upload-messages.ts'

/** File chosen by the visitor. */
export interface RunFile {
  key: string
  field: string
  name: string
  /** Size in bytes. */
  size: number
  mimeType: string
  state: 'waiting' | 'sending' | 'stored' | 'failed'
  /** Fraction of the file that has been sent, from 0 to 1. */
  progress: number
  /** Number of pages that the stored file has in the letter, if known. */
  pages?: number
  failure?: keyof typeof uploadMessages | undefined
  /** Id that the service assigned to the file. Undefined until the service has stored the file. */
  id?: string
  /** Content of the file. Undefined after a reload, when only the metadata is known. */
  content?: Blob
}

export interface FilesSnapshot {
  files: readonly RunFile[]
  /** Latest announcement for screen readers, and the name of the field that it is about. */
  status: { field: string; text: string } | undefined
}

/** Creates the list of a run's files, for use with `useSyncExternalStore`. */
export function createFileList() {
  let current: FilesSnapshot = { files: [], status: undefined }
  const listeners = new Set<() => void>()
  const removed = new Set<string>()

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
    /** Returns whether an upload is in the list, or was until the visitor removed it. */
    knows: (id: string) => removed.has(id) || current.files.some((file) => file.id === id),
    remove({ key, id }: Pick<RunFile, 'key' | 'id'>) {
      if (id !== undefined) removed.add(id)
      set({ files: current.files.filter((file) => file.key !== key) })
    },
    replace: (files: readonly RunFile[]) => set({ files }),
    append: (...files: RunFile[]) => set({ files: [...current.files, ...files] }),
    update: (key: string, change: Partial<RunFile>) =>
      set({ files: current.files.map((file) => (file.key === key ? { ...file, ...change } : file)) }),
    announce: (field: string, text: string) => set({ status: { field, text } }),
  }
}

export type FileList = ReturnType<typeof createFileList>

/** Returns the list entry for a file stored by the service. */
export function storedFile({ id, filename, ...stored }: UploadResponse): RunFile {
  return { ...stored, key: id, id, name: filename, state: 'stored', progress: 1 }
}
