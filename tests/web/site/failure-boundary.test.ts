import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { FailureBoundary } from '#web/site/failure-boundary.tsx'

/** What is drawn once something below has failed; the server's renderer knows no boundaries. */
function drawFailed(outermost: boolean) {
  const boundary = new FailureBoundary({ children: 'Seite', outermost })
  boundary.state = FailureBoundary.getDerivedStateFromError()
  return renderToStaticMarkup(boundary.render() as ReactElement)
}

test('the error screen has one main landmark: its own around the whole app, else the one of the frame', () => {
  expect(drawFailed(true)).toMatch(/^<main><div role="alert".*<\/main>$/)
  expect(drawFailed(false)).toMatch(/^<div role="alert"/)
  expect(drawFailed(false)).not.toContain('<main')
})
