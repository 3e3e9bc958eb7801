import { berlinDay } from '#domain/time/berlin-time.ts'
import type { InboxEntry } from '#domain/reports/inbox/shape.ts'

interface AlertLink {
  to: string
  name: string
}

/** Returns the link to the report that shows a fault, with its days, its funnel and the parts of the runs. */
export function linkOf({ alert, examinedUntil }: Pick<InboxEntry, 'alert' | 'examinedUntil'>): AlertLink {
  const { kind, day, lastAt, funnels, slices } = alert
  const last = berlinDay(Date.parse(lastAt ?? examinedUntil) - 1)
  const search = new URLSearchParams({ from: day, to: last < day ? day : last })
  switch (kind) {
    case 'message':
    case 'loss':
      if (funnels[0] !== undefined) search.set('funnel', funnels[0])
      for (const { dimension, value } of slices) search.set(dimension, value)
      return { to: `/abbruch?${search}`, name: 'Im Abbruch ansehen' }
    case 'rejected':
      return qualityLink(search, 'abgewiesen')
    case 'tracking':
      return qualityLink(search, 'erfassung')
    case 'delivery':
    case 'receiver_stopped':
      return qualityLink(search, 'zustellung')
    case 'runs':
      return { to: `/?${search}`, name: 'Im Überblick ansehen' }
    case 'orders':
      return { to: `/bestellungen?${search}`, name: 'Bei den Bestellungen ansehen' }
  }
}

function qualityLink(search: URLSearchParams, topic: string): AlertLink {
  search.set('thema', topic)
  return { to: `/datenqualitaet?${search}`, name: 'In der Datenqualität ansehen' }
}
