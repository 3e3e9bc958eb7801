import { createContext, useEffect, useMemo } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { FormValues } from '#web/features/funnel/form/form-state.ts'
import type { HandoverSource } from '#web/features/funnel/run/handover-source.ts'
import type { RunTracker } from '#web/features/funnel/run/run-tracker.ts'

// Every step loads this module. The rest of the upload code is loaded only for fields that accept files.

export interface UploadRun {
  runId: string
  secret: string
  /** Access of the status page. It replaces the secret when an order is amended. */
  access?: string
  /**
   * Sends pending events. Must be called before a file is sent, because the service rejects files of a run whose
   * `start` event it has not received.
   */
  flush: () => Promise<void>
  /** Hands the run over to a phone. Absent where that is not offered. */
  source?: HandoverSource
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

interface OpenStep extends HandoverSource {
  runTracker: RunTracker
  form: UseFormReturn<FormValues>
}

export function useUploadRun({ funnel, store, runTracker, form }: OpenStep): UploadRun {
  const { runId, secret } = store.draft()
  const run = useMemo<UploadRun>(
    () => ({
      runId,
      secret,
      flush: () => runTracker.flush(),
      source: { funnel, store, runTracker },
      change(field, change) {
        const ids: unknown = form.getValues(field)
        form.clearErrors(field)
        form.setValue(field, change(Array.isArray(ids) ? (ids as string[]) : []), { shouldDirty: true })
      },
    }),
    [runId, secret, funnel, store, runTracker, form],
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

const refusals = new Map<string, string>()

/** Sets the reason why the files of a field cannot be ordered together with the other files, if there is one. */
export function refuseFiles(field: string, reason: string | undefined): void {
  if (reason === undefined) refusals.delete(field)
  else refusals.set(field, reason)
}

/** Returns the reason why the files of each field cannot be ordered, by field. Lacks the fields that can be ordered. */
export function refusedFiles(): ReadonlyMap<string, string> {
  return refusals
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
