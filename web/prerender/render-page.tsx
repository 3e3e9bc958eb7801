import { StrictMode } from 'react'
import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router-dom'
import { SiteRoutes } from '../routes.tsx'
import { templateQuery } from './page-template.ts'

/** The content of `#root` for this path, complete, as the browser will draw it too. */
export async function renderPage(path: string): Promise<string> {
  const failures: unknown[] = []
  const { prelude } = await prerender(
    <StrictMode>
      <StaticRouter location={path + templateQuery}>
        <SiteRoutes />
      </StaticRouter>
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
