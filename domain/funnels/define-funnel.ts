import type { z } from 'zod/mini'
import type { CalendarDate } from '../berlin-time.ts'

export interface Address {
  strasse: string
  hausnummer: string
  plz: string
  ort: string
  land: string
}

/** What a field holds: text, a ticked box, upload ids, or an address. Appendix A of the design fixes the formats. */
export type Answer = string | boolean | string[] | Address
export type Answers = Readonly<Record<string, Answer>>

/** Why a value was refused. The names go over the wire in `invalid` events. */
export const refusals = [
  'required',
  'format',
  'checksum',
  'tooShort',
  'tooLong',
  'tooEarly',
  'tooLate',
  'tooYoung',
  'incomplete',
  'files',
  'mismatch',
] as const
export type Refusal = (typeof refusals)[number]

/**
 * How a field is entered. It also fixes what its value looks like on the wire:
 * `choice` one of `options`, `checkbox` and `consent` a boolean, `files` upload ids,
 * `address` an object, everything else a trimmed string (`date` YYYY-MM-DD, `month` YYYY-MM).
 */
export type FieldKind =
  | 'text'
  | 'textarea'
  | 'email'
  | 'choice'
  | 'checkbox'
  | 'consent'
  | 'date'
  | 'month'
  | 'address'
  | 'iban'
  | 'beitragsnummer'
  | 'files'

export interface Option {
  value: string
  label: string
  hint?: string
}

/** Text that may depend on the answers so far; made for answers that hold nothing yet as well. */
export type Text = string | ((answers: Answers) => string)

/** What can be opened below a field to learn more. */
export interface Help {
  title: string
  text: string
}

/** Which part of the order a field belongs to in the webhook message (specification part 1, 7.1). */
export type MessageSection = 'personalData' | 'address' | 'payment' | 'legal' | 'uploads' | 'funnelData'

export interface Field {
  name: string
  /** Plain text; in a consent `[text](/path)` is a link that opens in a new tab. */
  label: string
  kind: FieldKind
  /**
   * The rule for a value that is present, given the kept answers of the fields before it; a refusal is a custom
   * issue with `params.rule`. It chooses between schemas and makes none: every event of every visitor asks for it.
   */
  rule: (today: CalendarDate, answers: Answers) => z.ZodMiniType
  /** The message when a value that keeps its rule contradicts an answer before it: refused as `mismatch`. */
  mismatch?: (answer: Answer, answers: Answers) => string | undefined
  /** Shown and kept only while this holds; sees the kept answers of the fields before it. Always, when absent. */
  when?: (answers: Answers) => boolean
  /** The message when nothing was entered. A field without it, by itself and by its wording, is optional. */
  missing?: string
  /** For an address: said instead of the list of its missing parts while none of them was entered. */
  notBegun?: string
  /** Texts that depend on the answers before the field; each stands instead of the field's own (`worded`). */
  wording?: (answers: Answers) => Wording
  /** What stands while the field is left empty, given the answers before it: it is checked and kept like an entry. */
  whenEmpty?: (answers: Answers) => Answer | undefined
  /**
   * What other fields take when the visitor changes this one: values to set, undefined to empty a field. Sees the
   * checked answers with the new value among them. With it the page also takes back the errors that it shows.
   */
  whenChanged?: (answers: Answers) => Readonly<Record<string, Answer | undefined>>
  /** A closed choice that may stand in the event log. Everything else is personal and goes to the vault. */
  fact?: true
  section: MessageSection
  options?: readonly Option[]
  /** What the page starts with; an absent value stays absent for the service. */
  default?: Answer
  /**
   * For a month with a 'nächstmöglich' checkbox: the name of that checkbox, which the page draws
   * beside the month and not again as a field of its own, and the month that it stands for.
   */
  nextPossible?: { field: string; label: string; value: (today: CalendarDate) => string }
  /** For an address: while this holds it may lie abroad, so that the page asks its country and takes any postal code. */
  abroad?: (answers: Answers) => boolean
  /** For a text area: most characters, which the page counts. */
  longest?: number
  /** For a choice: parameter of the page's query that chooses it beforehand, for example `?grund=ausland`. */
  preselect?: string
  hint?: string
  help?: Help
  /** For an address: said where a whole one can be typed to choose from suggestions, and nowhere else. */
  placeholder?: string
  /** Autofill token of the HTML standard; for an address what goes before the tokens of its parts, if anything. */
  autocomplete?: string
  /** How the control is drawn where the kind leaves a choice; `hidden` fields are never asked by the page. */
  control?: 'buttons' | 'radios' | 'select' | 'hidden'
}

/** Texts of a field that may depend on answers. */
export type Wording = Partial<Pick<Field, 'label' | 'hint' | 'missing' | 'notBegun' | 'help'>>

/** A link that fills fields from others: by the name of the field to fill, the name of the one to read (`copiedAnswers`). */
export interface CopyLink {
  label: string
  from: Readonly<Record<string, string>>
  /** Offered only while this holds. Always, when absent. */
  when?: (answers: Answers) => boolean
}

/** Fields of a step that stand together under a heading, where at least one of them is shown (`askedBlocks`). */
export interface Block {
  title: Text
  /** Names of fields that follow each other in the step. */
  fields: readonly string[]
  copy?: CopyLink
}

export interface Step {
  /** The named path below the slug and the stage name in reports. */
  name: string
  title: Text
  subtitle?: Text
  /** Heading over the step's answers where they are read again, when it is not the title (`answerSections`). */
  summary?: Text
  fields: readonly Field[]
  blocks?: readonly Block[]
}

/** Integer cents including VAT, by service level. */
export interface Price {
  premium: number
  vip: number
}

/** Names of the fields that tell who pays for an order. */
export interface BilledFields {
  firstName: string
  lastName: string
  address: string
}

export interface Funnel {
  /** First part of the path, for example `rundfunkbeitrag-anmelden`. */
  slug: string
  /** The name on the wire, for example `anmeldung`. */
  type: string
  /** Raise it when steps change their number, order or meaning. */
  version: number
  /** Step names of earlier versions, oldest first, so that their events can still be taken and reported. */
  earlierVersions?: readonly { version: number; steps: readonly string[] }[]
  title: string
  emoji: string
  /** Name of what is sold, in the webhook message and on the order page. */
  product: string
  /** Product id of the external checkout (specification part 2, 9). */
  productId: number
  price: Price
  /** What the visitor gets and when, one line each, to be read directly above the order button (§ 312j Abs. 2 BGB). */
  essentials: readonly string[]
  /** Heading of the last step; varies by the answers. */
  summaryTitle: (answers: Answers) => string
  /** The month field that says when the order takes effect, and how receivers are told its first or last day. */
  effective: { field: string; as: string; day: 'first' | 'last' }
  /** The fact that reports tell runs apart by as `reason`: what the visitor came for. */
  reportBy?: string
  /** Who is billed where it is not the person of step 1; sees the facts alone. */
  billed?: (facts: Answers) => BilledFields | undefined
  steps: readonly Step[]
}

/**
 * Declares a funnel. What its types cannot tell is told by `mistakesOf`, which the tests ask for every funnel:
 * a mistake would only show at a visitor's order, and no visitor's browser has to load the check.
 */
export function defineFunnel(funnel: Funnel): Funnel {
  return funnel
}

const fieldsByFunnel = new WeakMap<Funnel, readonly Field[]>()

/** Fields of all steps in their order. Remembered, because every event of every visitor asks for them. */
export function fieldsOf(funnel: Funnel): readonly Field[] {
  const known = fieldsByFunnel.get(funnel)
  if (known) return known
  const fields = funnel.steps.flatMap((step) => step.fields)
  fieldsByFunnel.set(funnel, fields)
  return fields
}

const fieldsByName = new WeakMap<Funnel, ReadonlyMap<string, Field>>()

/** The same fields by their names. */
export function fieldsByNameOf(funnel: Funnel): ReadonlyMap<string, Field> {
  const known = fieldsByName.get(funnel)
  if (known) return known
  const fields = new Map(fieldsOf(funnel).map((field) => [field.name, field]))
  fieldsByName.set(funnel, fields)
  return fields
}

/** Step names of a version of a funnel, or undefined when the version is not known. */
export function stepNames(funnel: Funnel, version: number): readonly string[] | undefined {
  if (version === funnel.version) return funnel.steps.map((step) => step.name)
  return funnel.earlierVersions?.find((earlier) => earlier.version === version)?.steps
}

/** Price of an order in cents. */
export function priceOf(funnel: Funnel, answers: Answers): number {
  return answers['serviceLevel'] === 'vip' ? funnel.price.vip : funnel.price.premium
}
