import type { OrderWork } from '#domain/orders/order-work.ts'
import { deskPath } from '#domain/site/site-paths.ts'
import { maxRangeDays } from '#domain/reports/parameters.ts'
import { funnelName, ruleName } from '#domain/reports/words.ts'
import type { CostlyField } from '#domain/weekly-report/costly-fields.ts'
import type { WeeklyReport } from '#domain/weekly-report/weekly-report.ts'
import { startOfDay } from '#domain/time/berlin-time.ts'
import {
  type Block,
  type EmailDraft,
  type Sentence,
  button,
  heading,
  link,
  sentences,
  text,
} from '#service/emails/template/email-draft.ts'
import { formatDay, formatMinute } from '#service/emails/template/format-values.ts'
import { alertSentences } from './alert-sentences.ts'
import { type PageLinks, pageLinks } from './page-links.ts'
import { pastBlocks } from './past-sentences.ts'
import { lossSentence, salesSentences } from './sales-sentences.ts'
import { countOf, daysWords, orders, wholeEuro } from './words.ts'

interface WeeklyReportUrls {
  publicUrl: string
  unsubscribeUrl: string
}

/** Returns the weekly report as an e-mail. It contains no personal data. */
export function weeklyReportEmail(
  report: WeeklyReport,
  { publicUrl, unsubscribeUrl }: WeeklyReportUrls,
): EmailDraft {
  const { week, asOf } = report
  const links = pageLinks(publicUrl)
  return {
    subject: `Wochenbericht: ${daysWords(week)}`,
    title: `Die Woche vom ${daysWords(week)}`,
    blocks: [
      text('Guten Morgen,'),
      ...(report.beganOn === null ? wholeWeek(report, links) : partOfWeek(report.beganOn)),
      heading('Bestellungen, die warten'),
      sentences(waitingSentence(report, links, `${publicUrl}${deskPath}`)),
      text(
        `Die Zahlen haben den Stand vom ${formatMinute(asOf.at)}, und ihre Links zeigen diesen Stand auch später noch.`,
      ),
      button('Zum Überblick', links.overview(week, asOf.position)),
      link('Wochenbericht abbestellen', unsubscribeUrl),
    ],
  }
}

function wholeWeek(report: WeeklyReport, links: PageLinks): Block[] {
  const isEmpty = report.sales.runs === 0
  return [
    text('so war die Woche, verglichen mit denselben Tagen der Woche davor:'),
    sentences(...salesSentences(report, links), ...(isEmpty ? [] : [lossSentence(report, links)])),
    ...pastBlocks(report, links),
    heading('Störungen'),
    sentences(...alertSentences(report, links)),
    ...(isEmpty ? [] : [heading('Felder, die am meisten kosten'), ...fieldBlocks(report, links)]),
  ]
}

function partOfWeek(beganOn: string): Block[] {
  return [
    text(
      `die Aufzeichnung begann erst am ${formatDay(startOfDay(beganOn))}. Diese Woche ist also nicht vollständig erfasst, und ihre Zahlen ließen sich mit keiner anderen vergleichen. Der erste vollständige Wochenbericht kommt nach der ersten ganzen Woche.`,
    ),
  ]
}

function fieldBlocks({ fields, week, asOf }: WeeklyReport, links: PageLinks): Block[] {
  if (fields.length === 0)
    return [text('Mit keiner Meldung eines Felds gingen mehr Anträge verloren als ohne sie.')]
  const sentenceOf = ({ funnel, label, rule, runs, excess }: CostlyField): Sentence => {
    const { value, low, high } = excess.revenueCents
    const chance = low > 0 ? '' : '; kann Zufall sein'
    const seen = countOf(runs, ['Antrag', 'Anträgen'])
    return [
      `„${label}“ (${funnelName(funnel)}), ${ruleName(rule)}: bei `,
      { label: seen, href: links.dropOff(funnel, week, asOf.position) },
      `, geschätzt ${wholeEuro(value)} entgangener Umsatz (95 %: ${wholeEuro(low)} bis ${wholeEuro(high)}${chance}).`,
    ]
  }
  return [sentences(...fields.map(sentenceOf))]
}

function waitingSentence({ waiting, asOf }: WeeklyReport, links: PageLinks, deskUrl: string): Sentence {
  if (waiting.orders === 0)
    return [`Keine Bestellung aus den letzten ${maxRangeDays} Tagen wartet auf die Bearbeitung.`]
  return [
    { label: countOf(waiting.orders, orders), href: links.waitingOrders(waiting, asOf.position) },
    `${waiting.orders === 1 ? ' wartet' : ' warten'} auf die Bearbeitung: ${waitingFor(waiting.works)}. Was jetzt noch zu tun ist, steht unter `,
    { label: 'Aufträge', href: deskUrl },
    '.',
  ]
}

/** With a letter service, operators post no letters. */
function waitingFor(works: readonly OrderWork[]): string {
  const others = 'Widerruf entscheiden oder Geld zurückzahlen'
  return works.includes('send') ? `Brief versenden, ${others}` : others
}
