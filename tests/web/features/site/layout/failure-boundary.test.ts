import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { FailureBoundary } from '#web/features/site/layout/failure-boundary.tsx'

/** Renders the state after a failure directly, because React's server renderer does not support error boundaries. */
function drawFailed(outermost: boolean) {
  const boundary = new FailureBoundary({ children: 'Seite', outermost })
  boundary.state = FailureBoundary.getDerivedStateFromError()
  return renderToStaticMarkup(boundary.render() as ReactElement)
}

test('the error screen has one main landmark: its own around the whole app, otherwise that of the layout', () => {
  expect(drawFailed(true)).toMatch(/^<main><div role="alert".*<\/main>$/)
  expect(drawFailed(false)).toMatch(/^<div role="alert"/)
  expect(drawFailed(false)).not.toContain('<main')
})
