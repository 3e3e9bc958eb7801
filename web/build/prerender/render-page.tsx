import { type ReactNode, StrictMode } from 'react'
import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router-dom'
import { type Funnel, fieldsOf } from '#domain/forms/define-funnel.ts'
import { browserStorage } from '#web/features/funnel/run/browser-storage.ts'
import { draftKey } from '#web/features/funnel/run/draft.ts'
import { newRun } from '#web/features/funnel/run/open-run.ts'
import type { RunTracker } from '#web/features/funnel/run/run-tracker.ts'
import { RunStore } from '#web/features/funnel/run/run-store.ts'
import { stepPath } from '#web/features/funnel/form/step-path.ts'
import { Wizard } from '#web/features/funnel/wizard.tsx'
import { SiteRoutes } from '#web/routes.tsx'
import { templateQuery } from './page-template.ts'

/**
 * Returns the content of `#root` for this path. It is identical to what the browser renders when it hydrates the page.
 */
export async function renderPage(path: string): Promise<string> {
  return render(path, <SiteRoutes />)
}

/**
 * Renders the first step of a funnel as shown to visitors without a draft, in an element that describes when the browser
 * may hydrate it: at which path, unless which key exists on the device, and without which query parameters.
 */
export async function renderFirstStep(funnel: Funnel): Promise<string> {
  const first = newRun(funnel, {}, 0)
  const store = new RunStore(funnel, { storage: browserStorage, now: Date.now, pages: {}, first })
  // The tracker is used only in effects and handlers, which do not run at build time.
  const runTracker = {} as RunTracker
  const wizard = <Wizard funnel={funnel} step={1} store={store} runTracker={runTracker} />
  const path = stepPath(funnel, 1)
  const page = await render(path, <SiteRoutes wizardPage={wizard} />)
  const query = [
    'step',
    ...fieldsOf(funnel).flatMap((field) => ('preselect' in field && field.preselect) || []),
  ]
  return `<div data-path="${path}" data-draft="${draftKey(funnel.type)}" data-query="${query.join(' ')}">${page}</div>`
}

async function render(path: string, routes: ReactNode): Promise<string> {
  const failures: unknown[] = []
  const { prelude } = await prerender(
    <StrictMode>
      <StaticRouter location={path + templateQuery}>{routes}</StaticRouter>
    </StrictMode>,
    {
      onError: (error) => void failures.push(error),
      // Streaming would add inline scripts, which the content security policy blocks.
      progressiveChunkSize: Infinity,
    },
  )
  const html = await new Response(prelude as ReadableStream).text()
  if (failures.length > 0) throw new Error(`${path} cannot be rendered at build time`, { cause: failures[0] })
  return html
}
