import { hydrateInSlices } from './hydrate-in-slices.ts'
import type { ReactNode } from 'react'
import { keptQuery } from '#domain/site/links/kept-query.ts'
import { onPreviewEnd } from '#web/ui/timing/preview-end.ts'
import { type Control, controlsOf, replayEntries } from './replay-entries.ts'

/** Preview of a form's first step, which `build/prerender` has written into the page. */
interface Preview {
  /** Element that React hydrates. */
  container: HTMLElement
  /** Path of the first step. */
  path: string
}

/**
 * Returns the preview if the page will look the same when React has rendered it. Returns undefined if the device has a
 * draft, or if the URL asks for more than the first step.
 */
export function hydratablePreview(): Preview | undefined {
  const container = document.querySelector<HTMLElement>('#preview > [data-path]')
  const { path = '', draft = '', query = '' } = container?.dataset ?? {}
  const { pathname, search, hash } = location
  const given = new URLSearchParams(search)
  const isFirstStep =
    [path, path.slice(0, path.lastIndexOf('/'))].includes(pathname) &&
    hash === '' &&
    !query.split(' ').some((name) => given.has(name))
  return container && isFirstStep && !isStored(draft) ? { container, path } : undefined
}

function isStored(key: string): boolean {
  try {
    return localStorage.getItem(key) !== null
  } catch {
    // Storage is blocked, so there is no draft.
    return false
  }
}

let hydrating: (Preview & { controls: Control[] }) | undefined

/** Hydrates a preview. First enters its canonical URL, because a redirect would discard the preview. */
export function hydratePreview(preview: Preview, site: ReactNode): void {
  const { container, path } = preview
  const url = path + keptQuery(location.search)
  if (url !== location.pathname + location.search) history.replaceState(history.state, '', url)
  // If hydration fails, for example because an extension has changed the page, React replaces these controls.
  hydrating = { ...preview, controls: controlsOf(container) }
  onPreviewEnd(turnIntoPage)
  hydrateInSlices(container, site)
}

/**
 * Turns a hydrated preview into the page: enters what the visitor has entered before, enables the buttons, and removes
 * the notice about slow loading. Must be called in a layout effect of the hydration: later, React may have overwritten
 * the entries. They are entered in a microtask, because React does not render changes while it runs effects.
 */
function turnIntoPage(): void {
  if (!hydrating) return
  const { container, controls } = hydrating
  hydrating = undefined
  const replay = replayEntries(container, controls)
  document.querySelector('#root')?.remove()
  container.id = 'root'
  for (const button of container.querySelectorAll<HTMLButtonElement>('[data-waiting]')) {
    button.disabled = false
    delete button.dataset['waiting']
  }
  const preview = container.parentElement!
  preview.querySelector('#late')?.remove()
  preview.removeAttribute('aria-busy')
  preview.removeAttribute('id')
  queueMicrotask(replay)
}
