import { valueShape, unfinishedShape } from '#domain/forms/value-shape.ts'
import type { CalendarDate } from '#domain/time/berlin-time.ts'
import { withOwnVariants } from '#domain/events/own-variants.ts'
import { checkForm } from '#domain/forms/check-form.ts'
import { withPresentFields } from '#domain/events/present-fields.ts'
import { type WireEvent, type WireEventType, eventSchema, eventSchemas } from '#domain/events/wire-events.ts'
import type { FieldValues } from '#domain/forms/define-field.ts'
import { type Funnel, fieldsByNameOf, stepNames } from '#domain/forms/define-funnel.ts'
import { type FunnelOf, funnelByType } from '#domain/funnels/index.ts'
import { funnelOfRun } from '#domain/experiments/variant-funnel.ts'
import { kindOf } from '#domain/forms/kinds/field-kinds.ts'
import { readForm } from '#domain/forms/read-form.ts'
import type { TextHashes } from '#service/texts/offered-texts.ts'

export interface EventIssue {
  /** Location in the event, for example `form.adresse.plz` or `data.fields.0.rule`. */
  path: string
  /** Name of the failed check: an issue code of zod or of this service. */
  code: string
  message: string
  /** SHA-256 of the current version of a changed text. */
  sha256?: string
}

export interface AcceptedEvent {
  ok: true
  event: WireEvent
  funnel: Funnel
  /** Trimmed values of the form; for a `complete`, only those of visible fields. */
  answers: FieldValues
  /** Hashes of the texts that an order accepts, by name (see `checkTexts`). */
  texts?: TextHashes
}

export interface RejectedEvent {
  ok: false
  issues: EventIssue[]
  /**
   * Type and funnel of the event; null if the service does not know them, so that no text invented by a client is kept.
   */
  type: WireEventType | null
  funnel: string | null
  /** Present if the event was well-formed and only its content was rejected. */
  event?: WireEvent
}

export type CheckedEvent = AcceptedEvent | RejectedEvent

/** Checks one event of an envelope; `today` is the day in Berlin. */
export function checkEvent(
  raw: unknown,
  today: CalendarDate,
  funnelOf: FunnelOf = funnelByType,
): AcceptedEvent | RejectedEvent {
  const parsed = eventSchema.safeParse(raw)
  if (!parsed.success) {
    const issues = parsed.error.issues.map(({ path, code, message }) => ({
      path: path.join('.'),
      code,
      message,
    }))
    return { ok: false, issues, ...readKind(raw) }
  }
  const event = parsed.data
  const funnel = funnelOf(event.funnel)
  const reject = (...issues: EventIssue[]) => ({
    ok: false as const,
    issues,
    type: event.type,
    funnel: funnel?.type ?? null,
    event,
  })
  if (!funnel) return reject(issue('funnel', 'unknown_funnel', 'Unknown funnel'))
  const misplaced = checkPlace(event, funnel)
  if (misplaced) return reject(misplaced)
  const present = withOwnVariants(withPresentFields(event, funnel), funnel)
  const { answers, issues } = checkContent(present, funnelOfRun(funnel, event.runId), today)
  return issues.length > 0 ? reject(...issues) : { ok: true, event: present, funnel, answers }
}

function issue(path: string, code: string, message: string): EventIssue {
  return { path, code, message }
}

/** Rejects events with a wrong step. The last step has no `step` event, and only the last step has a `complete`. */
function checkPlace(event: WireEvent, funnel: Funnel): EventIssue | undefined {
  const steps = stepNames(funnel, event.funnelVersion)?.length
  if (!steps)
    return issue(
      'funnelVersion',
      'unknown_version',
      `Unknown version ${event.funnelVersion} of ${funnel.type}, the current one is ${funnel.version}`,
    )
  const from = event.type === 'complete' ? steps : 1
  const to = event.type === 'step' ? steps - 1 : steps
  if (event.step >= from && event.step <= to) return undefined
  const allowed = from === to ? `${to}` : `${from} to ${to}`
  return issue(
    'step',
    'wrong_step',
    `Step ${event.step} does not go with ${event.type}, allowed is ${allowed}`,
  )
}

function checkContent(
  event: WireEvent,
  funnel: Funnel,
  today: CalendarDate,
): { answers: FieldValues; issues: EventIssue[] } {
  if (event.type === 'invalid')
    return { answers: {}, issues: checkFieldNames(event.data.fields, 'data.fields', funnel) }
  const misnamed = checkFieldTimes(event, funnel)
  if (misnamed.length > 0) return { answers: {}, issues: misnamed }
  const form = event.form ?? {}
  const read = readForm(funnel, form, event.type === 'complete' ? valueShape : unfinishedShape)
  if (read.issues.length > 0)
    return {
      answers: {},
      issues: read.issues.map(({ field, message }) =>
        issue(`form.${field}`, isKnown(field, funnel) ? 'wrong_shape' : 'unknown_form_field', message),
      ),
    }
  if (event.type === 'email') return { answers: read.values, issues: checkEmail(read.values, funnel, today) }
  if (event.type !== 'complete') return { answers: read.values, issues: [] }
  const checked = checkForm(funnel, form, today)
  return {
    answers: checked.values,
    issues: checked.issues.map(({ field, rule, message }) => issue(`form.${field}`, rule, message)),
  }
}

function checkEmail(answers: FieldValues, funnel: Funnel, today: CalendarDate): EventIssue[] {
  const field = fieldsByNameOf(funnel).get('email')
  const parsed = field?.rule(today, answers).safeParse(answers['email'])
  if (!parsed || parsed.success) return []
  return parsed.error.issues.map(({ message }) => issue('form.email', 'format', message))
}

/** Rejects unknown and repeated field names in what an event says about the use of fields. */
function checkFieldTimes(event: WireEvent, funnel: Funnel): EventIssue[] {
  if (event.type !== 'step' && event.type !== 'abandon') return []
  const { fieldTimes = [] } = event.data
  const last = event.type === 'abandon' ? event.data.field : undefined
  const names = fieldTimes.map(({ field }) => field)
  return [
    ...(last === undefined || isKnown(last, funnel) ? [] : [unknownField('data.field', funnel)]),
    ...checkFieldNames(fieldTimes, 'data.fieldTimes', funnel),
    ...names.flatMap((name, index) =>
      names.indexOf(name) === index
        ? []
        : [issue(`data.fieldTimes.${index}.field`, 'repeated_field', 'Field occurs more than once')],
    ),
  ]
}

/** Rejects unknown field names. Names are stored in the log, and an unknown name could contain personal data. */
function checkFieldNames(fields: readonly { field: string }[], path: string, funnel: Funnel): EventIssue[] {
  return fields.flatMap(({ field }, index) =>
    isKnown(field, funnel) ? [] : [unknownField(`${path}.${index}.field`, funnel)],
  )
}

function unknownField(path: string, funnel: Funnel): EventIssue {
  return issue(path, 'unknown_field', `Unknown field of ${funnel.type}`)
}

/** Returns whether a path is a field of the funnel or a part of an address, such as `adresse.plz`. */
function isKnown(path: string, funnel: Funnel): boolean {
  const fields = fieldsByNameOf(funnel)
  if (fields.has(path)) return true
  const [name, part, ...rest] = path.split('.')
  const field = fields.get(name ?? '')
  if (!field || rest.length > 0) return false
  return part === undefined || (kindOf(field).parts?.includes(part) ?? false)
}

function readKind(raw: unknown): { type: WireEventType | null; funnel: string | null } {
  if (typeof raw !== 'object' || raw === null) return { type: null, funnel: null }
  const { type, funnel } = raw as { type?: unknown; funnel?: unknown }
  return {
    type: typeof type === 'string' && Object.hasOwn(eventSchemas, type) ? (type as WireEventType) : null,
    funnel: typeof funnel === 'string' ? (funnelByType(funnel)?.type ?? null) : null,
  }
}
