import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { destinationNames, outboxStates } from '#db/ports/outbox-store.ts'
import { readAuditDetail } from '#domain/desk/audit-detail.ts'
import { type DeskCommand, commandNames, failureReasons } from '#domain/desk/desk-contract.ts'
import type { TimelineEntry } from '#domain/desk/order-contract.ts'
import { type StoredEvent, serviceEventTypes } from '#domain/events/stored-event.ts'
import { emailLimits } from '#domain/orders/acknowledgement-limits.ts'
import { decideSubmission, paymentStatuses } from '#domain/orders/decide-order.ts'
import { declineReasons } from '#domain/orders/decide-withdrawal.ts'
import { orderOf } from '#domain/orders/evolve-order.ts'
import { decideCommand } from '#service/orders/operator-commands.ts'
import { storedEvent } from '#tests/build-events.ts'
import { auditText, auditWords } from '#web/features/desk/words/audit-words.ts'
import {
  byWords,
  documentText,
  documentWords,
  eventText,
  eventWords,
  reasonText,
  reasonWords,
  timelineText,
  timelineTitle,
} from '#web/features/desk/words/event-words.ts'
import {
  destinationWords,
  errorText,
  limitedWords,
  stateWords,
} from '#web/features/desk/words/message-words.ts'
import { failureText, refusalWords } from '#web/features/desk/words/refusal-words.ts'
import { paymentStatusWords } from '#web/features/desk/words/request-words.ts'

const plain = (text: string) => text.replaceAll('\u00a0', ' ')
const entry: TimelineEntry = {
  at: '2026-11-23T08:00:00.000Z',
  type: 'paid',
  document: null,
  version: null,
  number: null,
  cents: null,
  reason: null,
  by: null,
  postedOn: null,
  letterId: null,
}

const shown = (action: string, detail: string | null) =>
  plain(auditText({ at: entry.at, operator: 'Anna', action, ...readAuditDetail(action, detail) }))

const failure = (status: number, code = '', numbers: string[] = []) =>
  failureText(Object.assign(new Error('refused'), { status, code, numbers }))

/** Returns every string that the union type of a property in the declarations of the events consists of. */
function literalsOf(property: string): string[] {
  const source = readFileSync('domain/events/stored-event.ts', 'utf8')
  const unions = source.matchAll(new RegExp(`\\b${property}\\??: ((?:'[a-z-]+'(?: \\| )?)+)`, 'g'))
  return [...unions].flatMap(([, union]) => [...union!.matchAll(/'([a-z-]+)'/g)].map(([, name]) => name!))
}

describe('the timeline has German words', () => {
  test('for every event and document', () => {
    expect(Object.keys(eventWords)).toEqual(expect.arrayContaining([...serviceEventTypes, 'complete']))
    expect(eventText('lapsed-again')).toBe('Anderes Ereignis')
    const kinds = /DocumentKind = ([^\n]+)/.exec(readFileSync('domain/events/stored-event.ts', 'utf8'))![1]!
    expect(Object.keys(documentWords)).toEqual([...kinds.matchAll(/'([a-z]+)'/g)].map(([, kind]) => kind))
    expect(documentText('letter', 2)).toBe('Brief mit Nachweisen, Fassung 2')
    expect(timelineTitle({ type: 'prepared', document: 'invoice', version: 1 })).toBe('Rechnung erstellt')
  })

  test('for every cause and reason', () => {
    const causes = literalsOf('by')
    expect(causes).toEqual(expect.arrayContaining(['operator', 'chargeback', 'deadline']))
    expect(Object.keys(byWords)).toEqual(expect.arrayContaining(causes))
    const reported = ['undeliverable', 'cancelled']
    expect(Object.keys(reasonWords)).toEqual(
      expect.arrayContaining([...failureReasons, ...declineReasons, ...literalsOf('reason'), ...reported]),
    )
    // A letter service may report codes that nobody knows in advance.
    expect(reasonText('paper_jam')).toBe('Meldung „paper_jam“')
  })

  test('with euros and without ids', () => {
    expect(plain(timelineText({ ...entry, cents: 4999, by: 'provider' }))).toBe(
      '49,99 €, gemeldet vom Zahlungsanbieter',
    )
    expect(timelineText({ ...entry, letterId: '0190a000-0000-7000-8000-00000000000a' })).toBe('')
  })
})

describe('the audit has German words', () => {
  test('for every action of the page and of the command line', () => {
    const sources = [
      ...globSync('service/desk/*.ts'),
      'service/staff-routes.ts',
      'service/access/session-routes.ts',
    ]
    const written = sources
      .map((file) => readFileSync(file, 'utf8'))
      .flatMap((source) => [
        ...source.matchAll(/\baction(?:: | = |=)'([a-z-]+)'(?: \| '([a-z-]+)')?/g),
        ...source.matchAll(/takeDead\(c, '([a-z-]+)'/g),
      ])
      .flatMap(([, ...names]) => names.filter((name) => name !== undefined))
    expect(written).toEqual(expect.arrayContaining(['login', 'view-order', 'print-letter', 'close-message']))
    const source = readFileSync('service/commands/order-commands.ts', 'utf8')
    const subcommands = /const subcommands[^{]*\{\n([\s\S]*?)\n\}/.exec(source)![1]!
    const named = [...subcommands.matchAll(/^ {2}([a-z]+): \{/gm)].map(([, name]) => name!)
    expect(named).toContain('print')
    const actions = new Set([...written, ...named, ...commandNames])
    expect([...actions].filter((action) => !Object.hasOwn(auditWords, action))).toEqual([])
  })

  test('for details, in euros and without ids', () => {
    expect(shown('refunded', '4999')).toBe('Erstattung melden: 49,99 €')
    expect(shown('failed', 'wrong-data')).toBe('Als gescheitert melden: Angaben sind falsch')
    expect(shown('sent', '2026-11-20')).toBe('Als versendet melden: eingeworfen am 20.11.2026')
    expect(shown('view-document', 'invoice 1')).toBe('Dokument angesehen: Rechnung')
    expect(shown('resend', '0190a000-0000-7000-8000-00000000000a')).toBe('E-Mail erneut senden')
    expect(shown('close-message', '17')).toBe('Nachricht geschlossen')
    expect(shown('sent', 'refused not-submitted')).toBe(
      'Als versendet melden, nicht möglich (Der Brief liegt nicht zum Versand bereit)',
    )
  })
})

describe('messages have German words', () => {
  test('for every destination, state and limited kind', () => {
    expect(new Set(Object.keys(destinationWords))).toEqual(new Set(destinationNames))
    expect(new Set(Object.keys(stateWords))).toEqual(new Set(outboxStates))
    expect(Object.keys(limitedWords)).toEqual(expect.arrayContaining(Object.keys(emailLimits)))
    expect(Object.keys(paymentStatusWords)).toEqual([...paymentStatuses])
  })

  test('for errors; unknown ones are quoted', () => {
    expect(errorText('ECONNREFUSED')).toBe('Gegenstelle nicht erreichbar')
    expect(errorText('EWEIRD')).toBe('Technische Meldung „EWEIRD“')
  })
})

describe('refusals have German words', () => {
  const data = { orderId: 'x', paymentId: 'p', amountCents: 4999, letterId: 'l', statement: 's' }
  const changes = [
    'paid',
    'submitted',
    'sent',
    'failed',
    'withdrawal_declared',
    'withdrawal_revoked',
    'withdrawal_declined',
    'withdrawn',
    'refunded',
  ] as const
  const commands: Exclude<DeskCommand, { command: 'submit' | 'resend' }>[] = [
    { command: 'sent' },
    { command: 'withdraw' },
    { command: 'revoke' },
    { command: 'refunded' },
    ...failureReasons.map((reason) => ({ command: 'failed' as const, reason })),
    ...declineReasons.map((reason) => ({ command: 'decline' as const, reason })),
  ]

  /** Returns the histories of at most `length` changes. */
  function histories(length: number): StoredEvent[][] {
    const shorter = length === 0 ? [] : histories(length - 1)
    if (length === 0) return [[]]
    return [
      ...shorter,
      ...shorter
        .filter((history) => history.length === length - 1)
        .flatMap((history) => changes.map((type) => [...history, storedEvent(type, { data })])),
    ]
  }

  test('for every command in every state of an order', () => {
    const complete = storedEvent('complete', { data: { orderNumber: 'FL-0123456789', priceCents: 4999 } })
    const codes = new Set<string>()
    for (const history of histories(4)) {
      const order = orderOf([complete, ...history])!
      for (const command of commands) codes.add(decideCommand(order, command, 0).code)
      codes.add(decideSubmission(order, { letterId: 'l', submitAfterMs: 1, now: 0 }).code)
    }
    codes.delete('append')
    expect(codes.size).toBeGreaterThan(10)
    expect([...codes].filter((code) => !Object.hasOwn(refusalWords, code))).toEqual([])
  })

  test('for files that cannot be opened', () => {
    const codes = [...globSync('service/desk/letter-routes.ts'), 'service/orders/printable-letter.ts']
      .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/^ {2}'?([a-z-]+)'?: '/gm)])
      .map(([, code]) => code!)
    expect(codes).toEqual(expect.arrayContaining(['missing', 'too-large', 'not-submitted']))
    expect(codes.filter((code) => !Object.hasOwn(refusalWords, code))).toEqual([])
    expect(failure(409, 'not-submitted', ['FL-1', 'FL-2'])).toBe(
      'Der Brief liegt nicht zum Versand bereit. Betroffen: FL-1, FL-2.',
    )
    expect(failure(401)).toContain('Sitzung')
    expect(failure(404)).toContain('nicht mehr')
  })
})
