import { fixedPeriods } from '#domain/retention/fixed-periods.ts'
import { germanPeriod } from '#domain/retention/german-period.ts'
import type { RetentionPeriod } from '#domain/retention/period.ts'
import type { Env } from '#service/config/env.ts'
import { retentionOf } from './retention-settings.ts'

// The record of processing (Art. 30 GDPR) is read by German authorities, so its tables are in German.

type Row = readonly [string, ...string[]]

/**
 * Returns the parts of the record of processing that depend on the configuration, as Markdown: the processors and
 * recipients, and when which data is deleted.
 */
export function describeProcessing(env: Env): string {
  return [
    '### Empfänger und Auftragsverarbeiter',
    table(['Empfänger', 'Zweck', 'Daten', 'Ort'], recipients(env)),
    '### Löschfristen',
    table(['Daten', 'Frist', 'ab'], deletions(env)),
  ].join('\n\n')
}

/** Returns the host of a configured URL. The rest of the URL may be secret. */
const hostOf = (url: string) => new URL(url).hostname

function recipients(env: Env): Row[] {
  const letters: Row = env.LETTER_URL
    ? [
        `Pingen GmbH, Zürich (${hostOf(env.LETTER_URL.api)})`,
        'Druck und Versand des Briefs',
        'Antrag mit Nachweisen',
        'Schweiz (Angemessenheitsbeschluss der Kommission)',
      ]
    : ['keiner', 'Druck und Versand des Briefs durch den Betreiber', '–', 'Deutschland']
  const optional: (Row | undefined)[] = [
    env.SMTP_URL === undefined
      ? undefined
      : [
          hostOf(env.SMTP_URL),
          'Versand von E-Mails',
          'E-Mails mit Antrag, Rechnung und Bestätigung',
          'vom Betreiber einzutragen',
        ],
    env.WEBHOOK_URL === undefined
      ? undefined
      : [
          hostOf(env.WEBHOOK_URL),
          'Antragserstellung',
          webhookData[env.FORWARD_DRAFTS],
          'vom Betreiber einzutragen',
        ],
    env.CHECKOUT_URL === undefined
      ? undefined
      : [
          hostOf(env.CHECKOUT_URL),
          'Zahlung',
          'Name, Anschrift, E-Mail-Adresse, Firma, Auftrag',
          'vom Betreiber einzutragen',
        ],
    env.ANALYTICS_URL === undefined
      ? undefined
      : [
          hostOf(env.ANALYTICS_URL),
          'Messung von Werbung, nur mit Einwilligung',
          'Seitenaufrufe; Auftrag mit E-Mail-Adresse, Name, Anschrift und Klick-Kennungen',
          'vom Betreiber einzutragen',
        ],
    ...(env.CONVERSION_FILES ?? []).map((platform): Row => [
      platformCompanies[platform],
      'Erfolg von Anzeigen, nur mit Einwilligung',
      'Klick-Kennung, Zeit, Wert und Nummer bezahlter Aufträge; später, dass sie nicht zählen',
      'Irland, auch USA',
    ]),
    env.ADDRESS_URL === undefined
      ? undefined
      : [
          hostOf(env.ADDRESS_URL.url),
          'Adressvorschläge',
          'eingetippter Suchtext',
          'vom Betreiber einzutragen',
        ],
    env.IBAN_URL === undefined
      ? undefined
      : [hostOf(env.IBAN_URL), 'Bank zu einer IBAN', 'IBAN', 'vom Betreiber einzutragen'],
  ]
  return [
    [
      'ARD ZDF Deutschlandradio Beitragsservice, Köln',
      'Empfänger des Antrags',
      'Antrag mit Nachweisen',
      'Deutschland',
    ],
    letters,
    ...optional.filter((row) => row !== undefined),
  ]
}

const platformCompanies = {
  google: 'Google Ireland Limited, Dublin',
  microsoft: 'Microsoft Ireland Operations Limited, Dublin',
}

const webhookData = {
  on: 'Angaben schon vor dem Auftrag, ohne IBAN und Nachweise; mit dem Auftrag alle',
  full: 'alle Angaben, auch vor dem Auftrag',
  off: 'Angaben und Nachweise des Auftrags',
}

function deletions(env: Env): Row[] {
  const { drafts, uploads, unpaid, fulfilled, invoices, rejected, mail } = retentionOf(env)
  return [
    ['Angaben ohne Auftrag', period(drafts), 'letzte Eingabe'],
    ['hochgeladene Dateien ohne Auftrag', period(uploads), 'Übertragung'],
    ['Aufträge ohne Zahlung', period(unpaid), 'Bestellung'],
    [
      'Antragsdaten, Nachweise, Antrag, Brief und Bestätigung',
      period(fulfilled),
      'Absendung des Briefs, Widerruf oder Erstattung',
    ],
    ['Rechnung und Stornorechnung mit Name, Anschrift, Leistung und Betrag', period(invoices), 'Zahlung'],
    ['abgewiesene Eingaben, ihre Angaben verschlüsselt', period(rejected), 'Eingang'],
    ['E-Mails als Dateien', period(mail), 'Ablage'],
    ['E-Mails im Postausgang, auch nicht zugestellte', germanPeriod(fixedPeriods.emails), 'Erstellung'],
    [
      'Brief im Postordner',
      'sofort',
      'versandt, gescheitert, Widerruf erklärt, widerrufen, erstattet, zurückgebucht oder gelöscht',
    ],
    [
      'zugeordnete Widerrufserklärungen und Auftragsnummern aus Support-Anfragen',
      germanPeriod(fixedPeriods.emails),
      'Eingang',
    ],
    [
      'erledigte Vorgänge für Mitarbeitende (Support-Anfragen, zu prüfende Widerrufserklärungen und Zahlungen)',
      'sofort',
      'Erledigung',
    ],
    [
      'offene Vorgänge für Mitarbeitende (Support-Anfragen, zu prüfende Widerrufserklärungen und Zahlungen)',
      germanPeriod(fixedPeriods.openRequests),
      'Eingang',
    ],
    [
      'Prüfwerte von Adressen, die E-Mails begrenzen',
      germanPeriod(fixedPeriods.addressCounters),
      'vorgesehener Versand',
    ],
    ['Kennungen doppelter Meldungen', germanPeriod(fixedPeriods.suppressedIds), 'Eingang'],
    [
      'Links zur Auftragsseite',
      germanPeriod(fixedPeriods.statusLinks),
      'Bestellung oder Ereignis der E-Mail',
    ],
    [
      'verschlüsselte Entwürfe zur Übergabe an ein anderes Gerät',
      germanPeriod(fixedPeriods.handovers),
      'Übergabe (Inhalt schon nach dem Abruf)',
    ],
    ['Zugänge von Mitarbeitenden mit Name und E-Mail-Adresse', 'bis zur Löschung', '–'],
    ['Anmeldungen von Mitarbeitenden', germanPeriod(fixedPeriods.sessions), 'Anmeldung'],
    ['Protokoll der Zugriffe von Mitarbeitenden', germanPeriod(fixedPeriods.audit), 'Zugriff'],
    ['Zustellversuche an den Webhook, ohne Angaben', 'unbegrenzt', '–'],
    ['Ereignisprotokoll, pseudonym und ohne Angaben aus Formularen', 'unbegrenzt', '–'],
    ['Verzeichnis der Löschungen (nur Kennungen)', 'unbegrenzt', '–'],
    ['Verzeichnis vergebener Nummern, Briefe und E-Mails (nur Kennungen)', 'unbegrenzt', '–'],
    ['Sicherungskopien', 'vom Betreiber festzulegen', 'Sicherung'],
  ]
}

function period(value: RetentionPeriod): string {
  return typeof value === 'number' ? germanPeriod(value) : `${germanPeriod(value)} nach Ende des Jahres`
}

function table(head: Row, rows: readonly Row[]): string {
  const lines = [head, head.map(() => '---'), ...rows]
  return lines
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', String.raw`\|`)).join(' | ')} |`)
    .join('\n')
}
