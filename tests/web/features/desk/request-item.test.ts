import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { describe, expect, test } from 'vitest'
import type { DeskRequest } from '#domain/desk/request-contract.ts'
import { RequestItem } from '#web/features/desk/requests/request-item.tsx'
import { emailSearchOf, numberSearchOf } from '#web/features/desk/requests/request-links.ts'

type WrittenRequest = Exclude<DeskRequest, { kind: 'payment' }>

const number = 'FL-2026-000001'
const email = 'lucja@example.org'
const written = { id: 1, receivedAt: '2026-11-23T06:00:00.000Z', name: 'Łucja', email, orderNumber: number }
const support: WrittenRequest = { ...written, kind: 'support', concern: 'Rechnung', message: 'Wo ist sie?' }
const declaration: WrittenRequest = {
  ...written,
  kind: 'declaration',
  outcome: 'unclear',
  details: '',
  orderId: null,
  number: null,
}

function shown(request: WrittenRequest): string {
  const item = createElement(RequestItem, { request, onClose: () => undefined })
  return renderToStaticMarkup(createElement(MemoryRouter, null, item))
}

describe('a request whose number a stranger may have typed', () => {
  test.each([support, declaration])('is searched by the address first, and warns: $kind', (request) => {
    expect(emailSearchOf(request)).toEqual({ words: email })
    expect(numberSearchOf(request)).toEqual({ words: number })
    expect(shown(request)).toMatch(/Nummer ungeprüft.*Nach E-Mail-Adresse suchen.*Nach Nummer suchen/)
  })

  test.each([
    { ...support, orderNumber: ' ' },
    { ...declaration, orderNumber: '' },
    { ...declaration, orderId: 'order', number },
  ])('does not warn without a number or with an order that the service has found', (request) => {
    expect(shown(request)).not.toMatch(/ungeprüft|Nach Nummer/)
  })
})
