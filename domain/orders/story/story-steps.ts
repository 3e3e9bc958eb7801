import { changeTime } from '#domain/retention/german-period.ts'
import { germanTime } from '#domain/time/german-time.ts'
import type { ShownStatus } from '#domain/orders/evolve-order.ts'

/** What the next steps of an order depend on besides its status. What is unknown is undefined, and not named. */
export interface StoryFacts {
  /** Time in ms between the payment and the letter, in which the customer can change the values. */
  submitAfterMs: number
  /** End of the period in which the order can be paid, in ms since the epoch. */
  payUntil?: number | undefined
  /** True if the order is paid. */
  isPaid?: boolean | undefined
  /** Time until which the customer can change the values of the paid order, in ms since the epoch. */
  changeUntil?: number | undefined
  /** True if the customer can still change the values of the paid order. */
  canChange?: boolean | undefined
  /** Who decides about the declared withdrawal: an operator, or the customer until `finalAt` (ms since the epoch). */
  decision?: { by: 'operator' } | { by: 'customer'; finalAt: number } | undefined
}

/** One step of an order's story. `at` is the time at which it happened, in ms since the epoch. */
export interface StoryStep {
  state: 'done' | 'now' | 'next'
  title: string
  text: string
  at?: number
}

type Words = [title: string, text: string]

const documents: Words = [
  'Antrag und Rechnung',
  'Gleich nach der Zahlung erhalten Sie Ihren ausgefüllten Antrag als PDF und die Rechnung per E-Mail.',
]
const reply: Words = [
  'Antwort des Beitragsservice',
  'Er bearbeitet Anträge üblicherweise in 7 bis 10 Werktagen und schreibt Ihnen dann selbst.',
]

/** Returns the step that is under way, then those that follow. */
export function currentSteps(status: ShownStatus, facts: StoryFacts): StoryStep[] {
  const [first, ...rest] = wordsFor(status, facts)
  if (!first) return []
  return [step('now', first), ...rest.map((words) => step('next', words))]
}

const step = (state: 'now' | 'next', [title, text]: Words): StoryStep => ({ state, title, text })

function wordsFor(status: ShownStatus, facts: StoryFacts): Words[] {
  switch (status) {
    case 'ordered':
      return [payment(facts), documents, letter(facts), reply]
    case 'paid':
      return facts.canChange ? [changes(facts), letter(facts), reply] : [dueLetter, reply]
    case 'submitted':
      return [['Versand', 'Sobald der Brief bei der Post ist, bestätigen wir es Ihnen per E-Mail.'], reply]
    case 'sent':
      return [reply]
    case 'failed':
      return [
        [
          'Rückzahlung',
          'Wir zahlen Ihnen den vollen Betrag zurück und schreiben Ihnen, sobald das geschehen ist.',
        ],
      ]
    case 'withdrawal_declared':
      return [declaration(facts)]
    case 'withdrawn':
      return [repayment(facts)]
    case 'refunded':
    case 'expired':
      return []
  }
}

function payment({ payUntil }: StoryFacts): Words {
  return [
    'Zahlung',
    payUntil === undefined
      ? 'Bitte bezahlen Sie den Auftrag. Vorher beginnen wir nicht.'
      : `Bitte bezahlen Sie bis zum ${germanTime(payUntil)}. Danach verfällt der Auftrag.`,
  ]
}

function changes({ changeUntil, submitAfterMs }: StoryFacts): Words {
  const until =
    changeUntil === undefined
      ? `Bis ${changeTime(submitAfterMs)} nach der Zahlung`
      : `Bis zum ${germanTime(changeUntil)}`
  return [
    'Angaben prüfen',
    `${until} können Sie Ihre Angaben ansehen und ändern. Ist alles richtig, müssen Sie nichts tun.`,
  ]
}

function letter({ changeUntil, submitAfterMs }: StoryFacts): Words {
  const from =
    changeUntil === undefined
      ? `Frühestens ${changeTime(submitAfterMs)} nach der Zahlung`
      : `Ab dem ${germanTime(changeUntil)}`
  return [
    'Brief an den Beitragsservice',
    `${from} übergeben wir Ihren Antrag an den Postversand. Den Versand bestätigen wir Ihnen per E-Mail.`,
  ]
}

const dueLetter: Words = [
  'Brief an den Beitragsservice',
  'Wir übergeben Ihren Antrag jetzt an den Postversand. Den Versand bestätigen wir Ihnen per E-Mail.',
]

function declaration({ decision }: StoryFacts): Words {
  if (decision?.by === 'operator')
    return ['Unsere Prüfung', 'Wir prüfen Ihren Widerruf und schreiben Ihnen. Sie müssen nichts tun.']
  if (!decision)
    return ['E-Mail zum Widerruf', 'Wie es weitergeht, steht in unserer E-Mail an die Adresse des Auftrags.']
  return [
    'Ihre Antwort',
    `Bitte bestätigen Sie den Widerruf oder widersprechen Sie ihm, auf der Statusseite oder mit den Links in unserer E-Mail. Ohne Widerspruch gilt der Widerruf ab dem ${germanTime(decision.finalAt)}.`,
  ]
}

function repayment({ isPaid }: StoryFacts): Words {
  return isPaid
    ? ['Rückzahlung', 'Sie erhalten Ihr Geld spätestens 14 Tage nach dem Eingang des Widerrufs zurück.']
    : ['Nichts zu tun', 'Sie müssen nichts bezahlen. Haben Sie schon bezahlt, erhalten Sie Ihr Geld zurück.']
}

/** Returns the step that is under way and those that follow, at most three. */
export function nextSteps<Step extends Pick<StoryStep, 'state'>>(steps: readonly Step[]): Step[] {
  return steps.filter(({ state }) => state !== 'done').slice(0, 3)
}
