// This import must come first: the module must read the URL before the router changes it by a redirect.
import '#web/features/attribution/visit.ts'
// This import must come before React, which reads `setImmediate` when it is loaded.
import './resume-rendering.ts'
import { loadAfterPaint } from './load-after-paint.ts'
import '#web/ui/styles.css'
import '#web/ui/print.css'

/** Evaluates the code in several tasks instead of a long one, so that the page scrolls and takes input meanwhile. */
async function start(): Promise<void> {
  await loadAfterPaint()
  await import('./react-dom.ts')
  const { showSite } = await import('./site.tsx')
  showSite()
}

void start()
