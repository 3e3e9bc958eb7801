import { createContext, useEffect, useMemo } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { FormValues } from '../form-state.ts'
import type { RunStore } from '../run-store.ts'
import type { RunTracker } from '../run-tracker.ts'

// The part of uploads that every step loads; what a field for files needs beyond it comes with the field.

export interface UploadRun {
  runId: string
  secret: string
  /** Sends what the tracker holds: the service takes no file of a run whose `start` it does not know yet. */
  flush: () => Promise<void>
  /** Changes the ids in a field of the form that is open now, and takes back what was said against it. */
  change: (field: string, change: (ids: readonly string[]) => string[]) => void
}

export const UploadRunContext = createContext<UploadRun | undefined>(undefined)

let open: UploadRun | undefined

/** The run as its form is open now: an upload may end on another step than it began. */
export function openUploadRun(runId: string): UploadRun | undefined {
  return open?.runId === runId ? open : undefined
}

export function useUploadRun(
  store: RunStore,
  runTracker: RunTracker,
  form: UseFormReturn<FormValues>,
): UploadRun {
  const { runId, secret } = store.draft()
  const run = useMemo<UploadRun>(
    () => ({
      runId,
      secret,
      flush: () => runTracker.flush(),
      change(field, change) {
        const ids: unknown = form.getValues(field)
        form.clearErrors(field)
        form.setValue(field, change(Array.isArray(ids) ? (ids as string[]) : []), { shouldDirty: true })
      },
    }),
    [runId, secret, runTracker, form],
  )
  useEffect(() => {
    open = run
    return () => {
      if (open === run) open = undefined
    }
  }, [run])
  return run
}

const underWay = new Set<Promise<unknown>>()

export function noteUpload(upload: Promise<unknown>): void {
  underWay.add(upload)
  void upload.finally(() => underWay.delete(upload))
}

/** Resolves when no upload is under way: what was chosen belongs to the answers of a step. */
export async function uploadsSettled(): Promise<void> {
  while (underWay.size > 0) await Promise.allSettled(underWay)
}
