import type { WebhookMessage } from '#domain/webhook-message.ts'

/** The essentials of a message for a person at a terminal, one line a section that says something. */
export function describeMessage(message: WebhookMessage): string[] {
  const { meta, tracking, generated, legal, uploads, events } = message
  const ticked = Object.entries(legal).filter(([, given]) => given)
  const files = Object.entries(uploads).map(([name, list]) => [name, list.map(({ filename }) => filename)])
  const sections: [string, string][] = [
    ['session', `${meta.sessionId}, ${tracking.device}`],
    ['campaign', pairs(tracking, /^utm_|clid$/)],
    ['person', pairs(message.personalData)],
    ['address', pairs(message.address)],
    ['funnel', pairs(message.funnelData)],
    ['product', pairs(message.product)],
    ['payment', pairs(message.payment)],
    ['legal', ticked.map(([name]) => name).join(', ')],
    ['uploads', pairs(Object.fromEntries(files) as Record<string, unknown>)],
    ['generated', pairs(generated)],
    ['events', events.map(({ type, step }) => `${type} ${step}`).join(', ')],
  ]
  return sections.filter(([, text]) => text !== '').map(([name, text]) => `${name.padEnd(10)} ${text}`)
}

function pairs(section: Readonly<Record<string, unknown>>, names = /./): string {
  return Object.entries(section)
    .filter(([name, value]) => value !== null && names.test(name))
    .map(([name, value]) => `${name} ${show(value)}`)
    .join(' · ')
}

function show(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  return Object.values(value).map(show).join(' ')
}
