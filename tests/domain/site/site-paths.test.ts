import { expect, test } from 'vitest'
import { isSitePath, sitePage } from '#domain/site/site-paths.ts'

const entry = '/rundfunkbeitrag-anmelden'

test.each([
  [entry, ''],
  [`${entry}/step-1`, '?utm_source=a'],
  [`${entry}/persoenliche-daten`, '?step=1'],
])('%s%s gets the prerendered first step', (path, query) => {
  expect(sitePage(path, query).file).toBe('pages/rundfunkbeitrag-anmelden.html')
})

test.each([
  [`${entry}/step-3`, ''],
  [entry, '?step=3'],
  [`${entry}/step-1`, '?gclid=k&step=3'],
])('%s%s gets no first step, in which typed text would be lost', (path, query) => {
  expect(sitePage(path, query)).toMatchObject({ file: 'index.html', status: 200 })
})

test.each(['/konto/einladung', '/berichte/geteilt'])('%s, whose fragment is a secret, is private', (path) => {
  expect(sitePage(path)).toMatchObject({ status: 200, indexed: false, isPrivate: true })
  expect(sitePage('/berichte/abbruch').isPrivate).toBeUndefined()
})

test.each(['/berichte', '/auftraege', '/api/docs'])('%s has a page, but not for visitors', (path) => {
  expect(sitePage(path)).toMatchObject({ status: 200, indexed: false })
  expect(isSitePath(path)).toBe(false)
})
