import { type ReactNode, StrictMode } from 'react'
import { prerender } from 'react-dom/static'
import { Route, Routes, StaticRouter } from 'react-router-dom'
import type { Funnel } from '#domain/funnels/define-funnel.ts'
import { browserPlaces } from '#web/funnel/browser-places.ts'
import { newRun } from '#web/funnel/open-run.ts'
import type { RunTracker } from '#web/funnel/run-tracker.ts'
import { createRunStore } from '#web/funnel/run-store.ts'
import { stepPath } from '#web/funnel/step-path.ts'
import { Wizard } from '#web/funnel/wizard.tsx'
import { SiteLayout } from '#web/site/site-layout.tsx'
import { SiteRoutes } from '../routes.tsx'
import { templateQuery } from './page-template.ts'

/** The content of `#root` for this path, complete, as the browser will draw it too. */
export async function renderPage(path: string): Promise<string> {
  return render(path, <SiteRoutes />)
}

/** The page of a funnel's first step as a visitor without a draft will see it. */
export async function renderFirstStep(funnel: Funnel): Promise<string> {
  const store = createRunStore(funnel, browserPlaces, Date.now, newRun(funnel, {}, 0))
  // Effects and handlers, which alone tell it anything, run in browsers only.
  const runTracker = {} as RunTracker
  const wizard = <Wizard funnel={funnel} step={1} store={store} runTracker={runTracker} />
  return render(
    stepPath(funnel, 1),
    <Routes>
      <Route element={<SiteLayout />}>
        <Route path="*" element={wizard} />
      </Route>
    </Routes>,
  )
}

async function render(path: string, routes: ReactNode): Promise<string> {
  const failures: unknown[] = []
  const { prelude } = await prerender(
    <StrictMode>
      <StaticRouter location={path + templateQuery}>{routes}</StaticRouter>
    </StrictMode>,
    {
      onError: (error) => void failures.push(error),
      // Nothing is put off to an inline script, which the content security policy would refuse.
      progressiveChunkSize: Infinity,
    },
  )
  const html = await new Response(prelude as ReadableStream).text()
  if (failures.length > 0) throw new Error(`${path} cannot be drawn at build`, { cause: failures[0] })
  return html
}
