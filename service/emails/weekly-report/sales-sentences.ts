import { euro, germanInteger } from '#domain/numbers/german-number.ts'
import { comparedRange } from '#domain/reports/day-range.ts'
import { funnelName, stepTitle } from '#domain/reports/words.ts'
import type { WeeklyReport } from '#domain/weekly-report/weekly-report.ts'
import type { Sentence } from '#service/emails/template/email-draft.ts'
import type { PageLinks } from './page-links.ts'
import { applications, countOf, orders, percent, signedPoints } from './words.ts'

/** Returns the sentences about runs, orders, revenue and conversion of the week. */
export function salesSentences(report: WeeklyReport, links: PageLinks): Sentence[] {
  const { week, asOf, sales, before } = report
  const href = links.overview(week, asOf.position)
  const hrefBefore = links.overview(comparedRange(week, 'weekdays'), asOf.position)
  const compared = (now: number, then: number | undefined, format: (value: number) => string): Sentence => {
    if (then === undefined) return ['.']
    const same = format === euro ? 'so viel wie' : 'so viele wie'
    return [
      `, ${changeWords(now, then, same)} in der Woche davor (`,
      { label: format(then), href: hrefBefore },
      ').',
    ]
  }
  if (sales.runs === 0) return [nothingSentence(before, { href, hrefBefore })]
  const begun = sales.runs === 1 ? ' wurde begonnen' : ' wurden begonnen'
  const placed = sales.orders === 1 ? ' kam daraus' : ' kamen daraus'
  return [
    [
      { label: countOf(sales.runs, applications), href },
      begun,
      ...compared(sales.runs, before?.runs, germanInteger),
    ],
    [
      { label: countOf(sales.orders, orders), href },
      placed,
      ...compared(sales.orders, before?.orders, germanInteger),
    ],
    [
      { label: `${euro(sales.netRevenueCents)} Umsatz`, href },
      ...compared(sales.netRevenueCents, before?.netRevenueCents, euro),
    ],
    conversionSentence(report, { href, hrefBefore }),
  ]
}

interface Links {
  href: string
  hrefBefore: string
}

function nothingSentence(before: WeeklyReport['before'], { href, hrefBefore }: Links): Sentence {
  const start: Sentence = ['In dieser Woche wurde ', { label: 'kein Antrag', href }, ' begonnen']
  if (!before) return [...start, '.']
  const label = before.runs === 0 ? 'auch keiner' : germanInteger(before.runs)
  return [...start, ', in der Woche davor ', { label, href: hrefBefore }, '.']
}

/** Returns the change as a comparison, for example `8,1 % mehr als`, or `same` if there is none. */
function changeWords(now: number, before: number, same: string): string {
  if (now === before) return same
  const more = now > before ? 'mehr' : 'weniger'
  return before === 0 ? `${more} als` : `${percent(Math.abs(now / before - 1))} ${more} als`
}

function conversionSentence(
  { sales, before, conversion }: WeeklyReport,
  { href, hrefBefore }: Links,
): Sentence {
  const rate = { label: percent(sales.conversionRate), href }
  if (!before || before.runs === 0) return ['Die Abschlussquote war ', rate, '.']
  const rateBefore = { label: percent(before.conversionRate), href: hrefBefore }
  const start: Sentence = ['Die Abschlussquote war ', rate, ' statt ', rateBefore]
  if (!conversion) return [...start, '; für einen Vergleich sind es zu wenige Anträge.']
  const { low, high } = conversion
  const interval = `(95 %: ${signedPoints(low)} bis ${signedPoints(high)} Punkte)`
  const judged =
    low > 0 || high < 0
      ? 'Der Unterschied ist größer, als der Zufall erklärt'
      : 'Der Unterschied kann Zufall sein'
  return [...start, `. ${judged} ${interval}.`]
}

/** Returns the sentence about the step whose loss changed most. */
export function lossSentence({ week, asOf, before, loss }: WeeklyReport, links: PageLinks): Sentence {
  if (!before) return ['Verglichen wird, sobald auch die Woche davor vollständig erfasst ist.']
  if (!loss) return ['An keinem Schritt hat sich der Verlust stärker verändert, als der Zufall erklärt.']
  const { funnel, step, lossRate, lossRateBefore, difference, runs } = loss
  const link = (range: typeof week) => links.dropOff(funnel, range, asOf.position)
  return [
    `Am deutlichsten verändert hat sich der Verlust bei Schritt ${step}, „${stepTitle(funnel, step)}“ (${funnelName(funnel)}): `,
    { label: percent(lossRate), href: link(week) },
    ' statt ',
    { label: percent(lossRateBefore), href: link(comparedRange(week, 'weekdays')) },
    `, etwa ${countOf(Math.round(Math.abs(runs)), applications)} ${runs > 0 ? 'mehr' : 'weniger'} verloren (95 %: ${signedPoints(difference.low)} bis ${signedPoints(difference.high)} Punkte).`,
  ]
}
