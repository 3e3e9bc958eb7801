import { useLayoutEffect } from 'react'

let action = () => {}

/** Sets what ends the preview of the page, see `web/hydrate-preview.ts`. */
export function onPreviewEnd(end: () => void): void {
  action = end
}

/** Ends the preview of the page, if it has one. */
export function endPreview(): void {
  action()
}

/** Ends the preview of the page when it is hydrated. React hydrates a page in parts, so the last part renders this. */
export function PreviewEnd() {
  useLayoutEffect(endPreview, [])
  return null
}
