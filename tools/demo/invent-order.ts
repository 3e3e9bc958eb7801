import { berlinDate } from '#domain/time/berlin-time.ts'
import type { FieldValues } from '#domain/forms/define-field.ts'
import { type Funnel, fieldsOf } from '#domain/forms/define-funnel.ts'
import { type Random, happens, pick } from '#domain/invented-data/chance.ts'
import { type Choices, inventForm } from '#domain/invented-data/invent-form.ts'
import { firstNames } from '#domain/invented-data/values.ts'

export type Form = FieldValues

const rhythms = ['gesetzlich', 'vierteljaehrlich', 'vierteljaehrlich', 'jaehrlich']
// Repeated options are chosen more often.
const reasons = [
  'mitbewohner',
  'mitbewohner',
  'mitbewohner',
  'ausland',
  'ausland',
  'verstorben',
  'mehrere-wohnungen',
  'sonstige',
]
const changes = ['address', 'address', 'address', 'name', 'name', 'contact', 'partner_verstorben']

/** Returns the form of a valid order placed at `at`. `files` returns the upload ids for a file field. */
export function inventOrder(random: Random, funnel: Funnel, at: number, files: () => string[]): Form {
  const person = pick(random, firstNames)
  const choices: Choices = {
    anrede: () => person.anrede,
    vorname: () => person.vorname,
    naechstmoeglich: () => happens(random, 0.4),
    wohnungsart: () => (happens(random, 0.8) ? 'obige' : 'abweichende'),
    zahlungsweise: () => (happens(random, 0.7) ? 'bisherige' : 'andere'),
    zahlungsrhythmus: () => pick(random, rhythms),
    zahlungsart: () => (happens(random, 0.32) ? 'ueberweisung' : 'lastschrift'),
    abweichenderKontoinhaber: () => happens(random, 0.12),
    abweichendeLieferadresse: () => happens(random, 0.1),
    unternehmer: () => happens(random, 0.05),
    bankdatenAendern: () => (happens(random, 0.2) ? 'ja' : 'nein'),
    abmeldegrund: () => pick(random, reasons),
    changeType: () => pick(random, changes),
    sonstigeGruende: () => 'Erfundener Grund für die Vorführung',
    ...requiredFiles(funnel, files),
    ...(happens(random, 0.07) && { serviceLevel: () => 'vip' }),
  }
  return inventForm(funnel, { random, today: berlinDate(at) }, choices)
}

function requiredFiles(funnel: Funnel, files: () => string[]): Choices {
  const fileFields = fieldsOf(funnel).filter(({ kind, required }) => kind === 'files' && required !== false)
  return Object.fromEntries(fileFields.map(({ name }) => [name, files]))
}
