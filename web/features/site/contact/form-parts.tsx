import { type ReactNode, useRef } from 'react'
import { type ErrorEntry, ErrorSummary } from '#web/ui/form/error-summary.tsx'
import { AlertIcon } from '#web/ui/icons.tsx'

/** Page layout for a short form. */
export function FormPage({ title, lead, children }: { title: string; lead: ReactNode; children: ReactNode }) {
  return (
    <div className="mx-auto max-w-2xl px-4 py-12 sm:px-6 sm:py-16">
      <h1 className="text-2xl font-bold tracking-tight text-leaf-900 sm:text-3xl">{title}</h1>
      <div className="mt-4 text-muted">{lead}</div>
      <div className="mt-8 rounded-2xl border border-line bg-surface p-5 shadow-card sm:p-8">{children}</div>
    </div>
  )
}

/** Hidden field that detects spam. People cannot see it, so only programs fill it in. */
export function Honeypot() {
  return (
    <div className="sr-only" aria-hidden="true">
      <label htmlFor="website">Dieses Feld bitte frei lassen</label>
      <input id="website" name="website" type="text" tabIndex={-1} autoComplete="off" />
    </div>
  )
}

export function FormFailure({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="flex gap-2 rounded-xl border-2 border-alarm bg-alarm-soft p-4 text-alarm">
      <AlertIcon className="mt-0.5 size-5 shrink-0" />
      <span>{children}</span>
    </p>
  )
}

const go = (target: string) => document.getElementById(target)?.focus()

/** Returns an error summary (`element`) and a function (`show`) that focuses the summary after the next render. */
export function useFaultList(faults: Record<string, string>, labels: Record<string, string>) {
  const list = useRef<HTMLDivElement>(null)
  const entries: ErrorEntry[] = Object.entries(faults).map(([target, message]) => ({
    target,
    message: `${labels[target] ?? target}: ${message}`,
  }))
  return {
    show: () => setTimeout(() => list.current?.focus()),
    element: entries.length > 0 && <ErrorSummary ref={list} entries={entries} onGo={go} />,
  }
}
