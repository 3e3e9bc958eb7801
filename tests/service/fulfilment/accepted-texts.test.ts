import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { StoredEventOf } from '#domain/events/stored-event.ts'
import { anmeldung } from '#domain/funnels/anmeldung.ts'
import { defaultSiteSettings } from '#domain/site/site-settings.ts'
import { openOfferedTexts } from '#service/texts/open-offered-texts.ts'
import { anmeldungForm, noon, storedEvent } from '#tests/build-events.ts'
import { type TestService, openTestService } from '#tests/service/harness.ts'
import { readAcceptedTexts } from '#service/fulfilment/accepted-texts.ts'
import { renderPage } from '#web/build/prerender/render-page.tsx'
import { temporaryFolder } from './open-fulfilment.ts'

const silent = pino({ level: 'silent' })

let service: TestService
beforeAll(async () => {
  service = await openTestService()
})
afterAll(() => service.close())

/** Returns an order; without `texts`, as earlier versions of the service stored it. */
function order({ texts, unternehmer = false }: { texts?: object; unternehmer?: boolean } = {}) {
  const data = { orderNumber: 'FL-1', priceCents: 4999, ...(texts && { texts }) }
  const complete = storedEvent('complete', { data }) as StoredEventOf<'complete'>
  return { complete, funnel: anmeldung, values: { ...anmeldungForm, unternehmer } }
}

/** Renders the legal pages as the build does. Returns how the service reads them. */
async function builtSite() {
  const webRoot = await temporaryFolder()
  await mkdir(path.join(webRoot, 'pages'))
  for (const name of ['produktinformationen', 'agb', 'widerrufsbelehrung'])
    await writeFile(path.join(webRoot, 'pages', `${name}.html`), await renderPage(`/${name}`))
  const provider = {
    ...defaultSiteSettings.provider,
    name: 'Müller & Söhne UG (haftungsbeschränkt)',
    street: 'Hauptstraße 1',
    city: '10115 Berlin',
    email: 'hilfe@formlotse.example',
  }
  return {
    store: service.store,
    webRoot,
    publicUrl: 'https://formlotse.example',
    site: { ...defaultSiteSettings, provider },
  }
}

test('are the texts of the pages, with the provider and without controls', async () => {
  const texts = await readAcceptedTexts(await builtSite(), order())
  expect(texts.map(({ title }) => title)).toEqual([
    'Ihre Erklärungen',
    expect.stringMatching(/^Produktinformation/) as string,
    'Allgemeine Geschäftsbedingungen (AGB)',
    'Widerrufsbelehrung',
  ])
  const [declarations, product, terms, withdrawal] = texts.map(({ paragraphs }) => paragraphs)
  expect(declarations).toHaveLength(7)
  expect(declarations!.join('\n')).toContain('Ich akzeptiere die AGB und')
  expect(product!.length).toBeGreaterThan(5)
  expect(terms).toContain('§ 1 Geltung und Begriffe')
  expect(terms!.join('\n')).toContain(
    'mit Müller & Söhne UG (haftungsbeschränkt), Hauptstraße 1, 10115 Berlin',
  )
  expect(terms!.join('\n')).toContain('• dass Sie diese Bedingungen akzeptieren,')
  expect(withdrawal).toContain('Die Widerrufsfrist beträgt vierzehn Tage ab dem Tag des Vertragsschlusses.')
  expect(withdrawal).toContain('Muster-Widerrufsformular')
  expect(withdrawal).toContain('Unterschrift des/der Verbraucher(s) (nur bei Mitteilung auf Papier):')
  const all = texts.flatMap(({ paragraphs }) => paragraphs).join('\n')
  expect(all).not.toMatch(/[<>]|&amp;|&#|Seite drucken|hier ausfüllen|site\.invalid/)
})

test('contain no information about the right of withdrawal for a business order', async () => {
  const texts = await readAcceptedTexts(await builtSite(), order({ unternehmer: true }))
  expect(texts.map(({ title }) => title)).not.toContain('Widerrufsbelehrung')
  expect(texts).toHaveLength(3)
})

test('are the accepted versions, also after the pages and labels have changed', async () => {
  const site = await builtSite()
  const { store } = service
  const deps = { store, now: () => noon, log: silent }
  const { webRoot } = site
  const template = await readFile(path.join(webRoot, 'pages/agb.html'), 'utf8')
  const accepted = await (await openOfferedTexts(site, deps)).offer(anmeldung, anmeldungForm)
  await writeFile(
    path.join(webRoot, 'pages/agb.html'),
    template.replaceAll('Geltung und Begriffe', 'Anderes'),
  )
  const label = { sha256: 'e'.repeat(64), name: 'eigeneDaten', content: 'Ich bestätige [alles](/agb).' }
  await store.texts.keep([{ ...label, firstSeenAt: noon }])
  const texts = await readAcceptedTexts(site, order({ texts: { ...accepted, eigeneDaten: label.sha256 } }))
  expect(texts[2]!.paragraphs).toContain('§ 1 Geltung und Begriffe')
  expect(texts[0]!.paragraphs[0]).toBe('• Ich bestätige alles.')
  const current = await readAcceptedTexts(site, order())
  expect(current[2]!.paragraphs).toContain('§ 1 Anderes')
  const changed = await (await openOfferedTexts(site, deps)).offer(anmeldung, anmeldungForm)
  expect(Object.keys(changed).filter((name) => changed[name] !== accepted[name])).toEqual(['agb'])
})

test('are refused if an accepted version is not stored', async () => {
  const texts = { agb: 'd'.repeat(64) }
  await expect(readAcceptedTexts(await builtSite(), order({ texts }))).rejects.toThrow(/is not stored/)
})

test('are refused if the site has not been built', async () => {
  const site = await builtSite()
  await expect(readAcceptedTexts({ ...site, webRoot: await temporaryFolder() }, order())).rejects.toThrow(
    /has not been built/,
  )
})
