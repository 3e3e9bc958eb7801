import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
import { noticesContract } from '#domain/reports/notices/shape.ts'
import { OrdersPage } from '#web/features/reports/orders/orders-page.tsx'

/** Returns the page while five orders wait. */
function shown(address: string): string {
  const client = new QueryClient()
  const report = { testPayments: false, waiting: { deliveries: 0, orders: 5, alerts: 0 } }
  client.setQueryData(['report', noticesContract.path, {}], { kind: 'report', report })
  const page = createElement(MemoryRouter, { initialEntries: [address] }, createElement(OrdersPage))
  return renderToStaticMarkup(createElement(QueryClientProvider, { client }, page))
}

test('the orders as of a past time are not shown with the number that waits now', () => {
  expect(shown('/bestellungen')).toContain('5 Bestellungen warten')
  const past = shown('/bestellungen?asOf=12')
  expect(past).toContain('Bestellungen')
  expect(past).not.toContain('5 Bestellungen warten')
})
