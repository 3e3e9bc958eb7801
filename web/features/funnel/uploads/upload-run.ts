import { createContext, useEffect, useMemo } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { FormValues } from '#web/features/funnel/form/form-state.ts'
import type { RunStore } from '#web/features/funnel/run/run-store.ts'
import type { RunTracker } from '#web/features/funnel/run/run-tracker.ts'

// Every step loads this module. The rest of the upload code is loaded only for fields that accept files.

export interface UploadRun {
  runId: string
  secret: string
  /**
   * Sends pending events. Must be called before a file is sent, because the service rejects files of a run whose
   * `start` event it has not received.
   */
  flush: () => Promise<void>
  /** Changes the upload ids of a field in the open form and clears the errors of the field. */
  change: (field: string, change: (ids: readonly string[]) => string[]) => void
}

export const UploadRunContext = createContext<UploadRun | undefined>(undefined)

let open: UploadRun | undefined

/**
 * Returns the `UploadRun` of the step that is open now, or undefined if that step belongs to another run. Every step
 * creates its own `UploadRun`, so an upload may have started with the `UploadRun` of another step.
 */
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

const unverified = new Set<string>()
const uploadKey = (runId: string, field: string) => `${runId} ${field}`

/**
 * Marks fields whose uploads must be looked up again. Must be called with the faulty fields of a rejected order,
 * because the service may have deleted their uploads.
 */
export function markUploadsUnverified(runId: string, fields: readonly string[]): void {
  for (const field of fields) unverified.add(uploadKey(runId, field))
}

export function areUnverified(runId: string, field: string): boolean {
  return unverified.has(uploadKey(runId, field))
}

export function markUploadsVerified(runId: string, field: string): void {
  unverified.delete(uploadKey(runId, field))
}

const underWay = new Set<Promise<unknown>>()

export function registerUpload(upload: Promise<unknown>): void {
  underWay.add(upload)
  void upload.finally(() => underWay.delete(upload))
}

/** Resolves when no upload is in progress. Until then, a step must not be submitted: upload ids would be missing. */
export async function uploadsSettled(): Promise<void> {
  while (underWay.size > 0) await Promise.allSettled(underWay)
}
