import type { Address, Answers, Field } from '#domain/funnels/define-funnel.ts'
import { showBeitragsnummer } from './fields/beitragsnummer-text.ts'
import { showIban } from './fields/iban-text.ts'

/** An answer as lines to read, or nothing when there is nothing to say. */
export function showAnswer(field: Field, answers: Answers): string[] {
  const answer = answers[field.name]
  if (answer === undefined || answer === false) return []
  if (answer === true) return ['Ja']
  if (Array.isArray(answer)) return [answer.length === 1 ? '1 Datei' : `${answer.length} Dateien`]
  if (typeof answer === 'object') return showAddress(answer)
  switch (field.kind) {
    case 'choice':
      return [field.options?.find((option) => option.value === answer)?.label ?? answer]
    case 'date':
      return [answer.split('-').toReversed().join('.')]
    case 'month':
      return [monthName(answer)]
    case 'beitragsnummer':
      return [showBeitragsnummer(answer)]
    case 'iban':
      return [showIban(answer)]
    default:
      return [answer]
  }
}

function showAddress({ strasse, hausnummer, plz, ort, land }: Address): string[] {
  return [`${strasse} ${hausnummer}`, `${plz} ${ort}`, ...(land && land !== 'Deutschland' ? [land] : [])]
}

const month = new Intl.DateTimeFormat('de-DE', { month: 'long', year: 'numeric', timeZone: 'UTC' })

function monthName(text: string): string {
  const at = Date.parse(`${text}-01T00:00:00Z`)
  return Number.isNaN(at) ? text : month.format(at)
}
