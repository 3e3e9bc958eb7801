import type { WebhookMessage } from '#domain/outbox/webhook-message.ts'

/**
 * Returns one line per non-empty section of a message. The lines of sections with personal data show only the number of
 * values, because terminals and container logs store the output.
 */
export function describeMessage(message: WebhookMessage): string[] {
  const { tracking, generated, legal, uploads, events } = message
  const accepted = Object.entries(legal).filter(([, given]) => given)
  const sections: [string, string][] = [
    ['device', tracking.device],
    ['campaign', pairs(tracking, /^utm_(source|medium|campaign)$/)],
    ['person', amount(message.personalData)],
    ['address', amount(message.address)],
    ['funnel', amount(message.funnelData)],
    ['product', pairs(message.product)],
    ['payment', amount(message.payment)],
    ['legal', accepted.map(([name]) => name).join(', ')],
    ['uploads', amount(uploads)],
    ['order', generated.orderNumber ?? ''],
    ['events', events.map(({ type, step }) => `${type} ${step}`).join(', ')],
  ]
  return sections.filter(([, text]) => text !== '').map(([name, text]) => `${name.padEnd(10)} ${text}`)
}

function pairs(section: Readonly<Record<string, unknown>>, names = /./): string {
  return Object.entries(section)
    .filter(([name, value]) => value !== null && names.test(name))
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(' · ')
}

function amount(section: Readonly<Record<string, unknown>>): string {
  const values = Object.values(section).filter((value) => value !== null && !isEmptyList(value)).length
  return values === 0 ? '' : `${values} ${values === 1 ? 'value' : 'values'}`
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0
}
