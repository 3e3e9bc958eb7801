import { expect } from 'vitest'
import { eventually } from '#tests/eventually.ts'
import { actionTimeoutMs, type Tab } from '#tests/browsers/driver/tab.ts'
import type { Visit } from './journey.ts'

export const field = (name: string) => `//*[@id="feld-${name}"]`
export const button = (name: string) => `//main//button[normalize-space()="${name}"]`
export const link = (name: string) => `//a[normalize-space()="${name}"]`
export const next = button('Nächste')
export const orderButton = button('Kostenpflichtig beauftragen')

/** Waits until the page shows a text, and returns everything that it shows. */
export function expectText(tab: Tab, text: string): Promise<string> {
  return eventually(async () => {
    const shown = await tab.run(() => document.body.innerText)
    expect(shown).toContain(text)
    return shown
  }, actionTimeoutMs)
}

export function expectUrl(tab: Tab, url: RegExp): Promise<string> {
  return eventually(async () => {
    const current = await tab.url()
    expect(current).toMatch(url)
    return current
  }, actionTimeoutMs)
}

/** Waits until React has hydrated the page and until the preview of a step is gone. No visitor interacts earlier. */
async function waitUntilInteractive(tab: Tab): Promise<void> {
  await eventually(async () => {
    const ready = await tab.run(() => {
      const drawn = document.querySelector('#root main h1')
      return (
        !document.querySelector('#preview') &&
        drawn !== null &&
        Object.keys(drawn).some((key) => key.startsWith('__reactFiber'))
      )
    })
    expect(ready).toBe(true)
  }, actionTimeoutMs)
}

/** Opens a page of the site. On the first page of a visit, the visitor refuses marketing. */
export async function openPage({ tab, front }: Visit, path: string): Promise<void> {
  await tab.open(front.url + path)
  await waitUntilInteractive(tab)
  const asked = await tab.run(() => !localStorage.getItem('formlotse-consent'))
  if (asked) await tab.click('//button[normalize-space()="Nur notwendige"]')
}

export async function reload(tab: Tab): Promise<void> {
  await tab.reload()
  await waitUntilInteractive(tab)
}

export const valueOf = (tab: Tab, name: string) =>
  tab.run((id) => (document.getElementById(id) as HTMLInputElement | null)?.value, `feld-${name}`)

export function runIdOf(tab: Tab, funnel = 'anmeldung'): Promise<string> {
  return tab.run(
    (key) => (JSON.parse(localStorage.getItem(key) ?? '{}') as { runId: string }).runId,
    `form-${funnel}`,
  )
}

export async function fillPerson(tab: Tab): Promise<void> {
  await tab.click(field('anrede-frau'))
  await tab.type(field('vorname'), 'Łucja')
  await tab.type(field('nachname'), 'Müller-Lüdenscheidt')
  await tab.type(field('geburtsdatum'), '17')
  await tab.type(field('geburtsdatum-month'), '05')
  await tab.type(field('geburtsdatum-year'), '1990')
}

export async function fillAddress(tab: Tab, name: string): Promise<void> {
  await tab.type(field(`${name}-strasse`), 'Hauptstraße')
  await tab.type(field(`${name}-hausnummer`), '12a')
  await tab.type(field(`${name}-plz`), '10115')
  await tab.type(field(`${name}-ort`), 'Berlin')
}

export async function fillDwelling(tab: Tab): Promise<void> {
  await fillAddress(tab, 'adresse')
  await tab.click(field('naechstmoeglich'))
}

export async function fillPayment(tab: Tab): Promise<void> {
  await tab.type(field('email'), 'lucja@example.org')
  await tab.select(field('zahlungsrhythmus'), 'vierteljaehrlich')
  await tab.click(field('zahlungsart'))
  await tab.type(field('iban'), 'DE89370400440532013000')
}

/** Goes from step 1 of the registration to the given step. */
export async function walkTo(tab: Tab, step: number): Promise<void> {
  for (const [index, fill] of [fillPerson, fillDwelling, fillPayment].slice(0, step - 1).entries()) {
    await fill(tab)
    await tab.click(next)
    await expectText(tab, `Schritt ${index + 2} von 4`)
  }
}

/** Ticks the consents. A click can miss its box while the page scrolls to the beginning of the step, and is repeated. */
export async function tickAll(tab: Tab): Promise<void> {
  const ids = await tab.run(() =>
    [...document.querySelectorAll('input[type=checkbox][required]')].map(({ id }) => id),
  )
  expect(ids.length).toBeGreaterThan(3)
  for (const id of ids)
    await eventually(async () => {
      const isTicked = () => tab.run((box) => (document.getElementById(box) as HTMLInputElement).checked, id)
      if (!(await isTicked())) await tab.click(`//*[@id="${id}"]`)
      expect(await isTicked()).toBe(true)
    })
}

/** Returns the webhook messages of a run. */
export const messagesOf = ({ service }: Visit, runId: string) =>
  service.messages.filter(({ meta }) => meta.funnelId === runId)

/** Waits for the order of a run and returns its webhook message. */
export function orderOf(visit: Visit, runId: string) {
  return eventually(() => {
    const orders = messagesOf(visit, runId).filter(({ meta }) => meta.event === 'complete')
    expect(orders).toHaveLength(1)
    return orders[0]!
  })
}
