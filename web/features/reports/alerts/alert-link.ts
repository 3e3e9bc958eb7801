import { germanInteger } from '#domain/numbers/german-number.ts'
import type { InboxEntry } from '#domain/reports/inbox/shape.ts'
import { funnelName } from '#domain/reports/words.ts'
import { berlinDay } from '#domain/time/berlin-time.ts'
import { type Filters, pastParams } from '#web/features/reports/filters/filters.ts'

interface AlertLink {
  to: string
  name: string
}

/**
 * Returns the links to the reports that show a fault, with its days and the parts of the runs: one for each funnel, with
 * the figures of this funnel if there are several. With `asOf`, the reports show that past; data quality has none.
 */
export function linksOf(
  { alert, examinedUntil }: Pick<InboxEntry, 'alert' | 'examinedUntil'>,
  asOf?: Filters['asOf'],
): AlertLink[] {
  const { kind, field, day, lastAt } = alert
  const last = berlinDay(Date.parse(lastAt ?? examinedUntil) - 1)
  const range = { from: day, to: last < day ? day : last }
  const past = Object.entries(pastParams(asOf)).filter((one): one is [string, string] => one[1] !== undefined)
  const own = new URLSearchParams([...Object.entries(range), ...past])
  const present = new URLSearchParams(range)
  switch (kind) {
    case 'message':
    case 'loss':
      return dropOffLinks(alert, own)
    case 'rejected':
      return [qualityLink(present, 'abgewiesen')]
    case 'tracking':
      return [qualityLink(present, 'erfassung')]
    case 'delivery':
    case 'receiver_stopped':
      return shownReceivers.has(field ?? 'webhook') ? [qualityLink(present, 'zustellung')] : []
    case 'runs':
      return [{ to: `/?${own}`, name: 'Im Überblick ansehen' }]
    case 'orders':
      return [{ to: `/bestellungen?${own}`, name: 'Bei den Bestellungen ansehen' }]
  }
}

/** Destinations whose messages the page about data quality shows. */
const shownReceivers = new Set(['webhook', 'mail', 'alerts'])

function dropOffLinks(
  { funnels, byFunnel = [], slices }: InboxEntry['alert'],
  own: URLSearchParams,
): AlertLink[] {
  const linkTo = (funnel: string, name: string) => {
    const search = new URLSearchParams([...own, ['funnel', funnel]])
    for (const { dimension, value } of slices) search.set(dimension, value)
    return { to: `/abbruch?${search}`, name }
  }
  const view = 'Im Abbruch ansehen'
  if (funnels.length === 1) return [linkTo(funnels[0]!, view)]
  return funnels.map((funnel) => {
    const counted = byFunnel.find((one) => one.funnel === funnel)
    const figures = counted ? ` (${germanInteger(counted.faulty)} von ${germanInteger(counted.watched)})` : ''
    return linkTo(funnel, `${view}: ${funnelName(funnel)}${figures}`)
  })
}

function qualityLink(search: URLSearchParams, topic: string): AlertLink {
  search.set('thema', topic)
  return { to: `/datenqualitaet?${search}`, name: 'In der Datenqualität ansehen' }
}
