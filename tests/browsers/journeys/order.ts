import { expect } from 'vitest'
import { journeys } from '#tests/browsers/support/journey.ts'
import {
  expectText,
  expectUrl,
  link,
  openPage,
  orderButton,
  orderOf,
  runIdOf,
  tickAll,
  walkTo,
} from '#tests/browsers/support/site.ts'

journeys('order', (journey) => {
  journey('an order with direct debit is paid after going back from the payment page', async (visit) => {
    const { tab } = visit
    await openPage(visit, '/rundfunkbeitrag-anmelden?utm_source=google')
    const runId = await runIdOf(tab)
    await walkTo(tab, 4)
    expect(await expectText(tab, 'Gesamtpreis')).toContain('DE89 3704 0044 0532 0130 00')
    await tickAll(tab)
    await tab.click(orderButton)
    const payment = await expectUrl(tab, /\/testzahlung\?.*billing_email=lucja%40example\.org/)
    const complete = await orderOf(visit, runId)
    expect(complete.payment).toMatchObject({ zahlungsart: 'lastschrift', iban: 'DE89370400440532013000' })
    expect(complete.personalData).toMatchObject({ vorname: 'Łucja', geburtsdatum: '1990-05-17' })
    expect(complete.events.map(({ type, step }) => `${type} ${step}`)).toEqual(
      expect.arrayContaining(['start 1', 'step 1', 'step 2', 'step 3', 'email 3', 'complete 4']),
    )

    await tab.back()
    await expectText(tab, 'Ihr Auftrag ist eingegangen')
    await tab.click(link('Weiter zur Zahlung'))
    const again = await expectUrl(tab, /\/testzahlung\?/)
    expect(new URL(again).searchParams.get('order')).toBe(new URL(payment).searchParams.get('order'))
    await tab.click('(//button)[1]')
    await expectText(tab, 'Zahlung erfolgreich!')
    expect(
      await tab.run(() => [Object.keys(localStorage), sessionStorage.getItem('form-anmeldung')]),
    ).toEqual([['formlotse-consent'], null])
  })
})
