import { type AttributionModel } from '#domain/attribution/credit-touches.ts'
import { choiceLabel } from '#domain/forms/choice-fields.ts'
import {
  dimensionNames,
  fieldLabel,
  fieldOf,
  keyName,
  modelNames,
  ruleName,
  stepTitle,
} from '#domain/reports/words.ts'

const plain: Record<string, string> = {
  runs: 'Alle Anträge',
  completed: 'Anträge mit Bestellung',
  abandoned: 'Abgebrochene Anträge',
  open: 'Offene Anträge',
  recovered: 'Zwischendurch abgebrochene Anträge mit Bestellung',
  severalContacts: 'Anträge mit Bestellung nach mehr als einem Kontakt',
  paid: 'Anträge mit bezahlter Bestellung, ohne widerrufene, gescheiterte und erstattete',
  robot: 'Anträge mit bezahlter Bestellung, die als Roboter erkannt wurden',
  withdrawn: 'Anträge mit widerrufener Bestellung',
}

/** Returns the German heading for the list of runs that a figure counts. Returns an unknown figure unchanged. */
export function figureWords(figure: string, funnel: string | undefined): string {
  const [kind = '', ...rest] = figure.split(':')
  const [first = '', second = '', third = ''] = rest
  if (kind === 'stage') return stageWords(funnel, Number(first))
  if (kind === 'lost') return `Anträge, die in ${stepWords(funnel, Number(first))} verloren gingen`
  if (kind === 'open' && first !== '')
    return `Anträge, die in ${stepWords(funnel, Number(first))} noch offen sind`
  const field = funnel === undefined ? second : fieldLabel(funnel, second)
  if (kind === 'invalid') return `Anträge mit der Meldung „${field}: ${ruleName(third)}“ in Schritt ${first}`
  if (kind === 'gaveUp')
    return `Anträge, die in Schritt ${first} mit der Meldung „${field}: ${ruleName(third)}“ aufgaben`
  const used = usedWords(kind, { step: first, field: kind === 'lastField' ? second : third, funnel })
  if (used !== undefined) return used
  if (kind === 'choice') return `Anträge mit „${choiceWords(funnel, first, second)}“`
  if (kind === 'tracking') return `Bestellungen mit verlorenen Ereignissen im Browser ${rest.join(':')}`
  if (kind === 'credit') {
    const model = modelNames[first as AttributionModel] ?? first
    const dimension = dimensionNames[second as keyof typeof dimensionNames] ?? second
    return `Anträge für ${dimension} „${keyName(rest.slice(2).join(':'))}“ nach dem Modell „${model}“`
  }
  return plain[figure] ?? figure
}

function choiceWords(funnel = '', name: string, value: string): string {
  const field = fieldOf(funnel, name)
  const isChoice = field?.kind === 'choice' || field?.kind === 'checkbox'
  return `${fieldLabel(funnel, name)}: ${isChoice ? choiceLabel(field, value) : value}`
}

function stepWords(funnel: string | undefined, step: number): string {
  return funnel === undefined ? `Schritt ${step}` : `Schritt ${step} „${stepTitle(funnel, step)}“`
}

function stageWords(funnel: string | undefined, stage: number): string {
  return stage === 0 ? 'Alle Anträge' : `Anträge, die ${stepWords(funnel, stage)} geschafft haben`
}

/** Returns the heading for a figure of losses without a message; undefined for other figures. */
function usedWords(
  kind: string,
  { step, field, funnel }: { step: string; field: string; funnel: string | undefined },
): string | undefined {
  const lost = `Anträge, die in ${stepWords(funnel, Number(step))} ohne Meldung verloren gingen`
  const name = `„${funnel === undefined ? field : fieldLabel(funnel, field)}“`
  switch (kind) {
    case 'silent':
      return lost
    case 'lastField':
      return field === '-' ? `${lost}, ohne dass ein Feld benutzt wurde` : `${lost}, zuletzt im Feld ${name}`
    case 'usedField':
      return `${lost}, mit benutztem Feld ${name}`
    case 'slowField':
      return `${lost}, lange im Feld ${name}`
    case 'corrected':
      return `${lost}, mit korrigiertem Feld ${name}`
    case 'neverFilled':
      return `${lost}, mit leer gelassenem Feld ${name}`
    default:
      return undefined
  }
}
