import type { z } from 'zod/mini'
import type { CalendarDate } from '#domain/time/berlin-time.ts'
import type { Address } from './address-parts.ts'

/** The value of a field: text, a ticked box, upload ids, or an address. The kind of the field determines the format. */
export type FieldValue = string | boolean | string[] | Address
export type FieldValues = Readonly<Record<string, FieldValue>>

/** Reasons for refusing a value. The names are part of the wire format of `invalid` events. */
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

export interface Option {
  value: string
  label: string
  hint?: string
  /** Text for the value in documents. Default: the label. */
  inDocuments?: string
}

/** Additional text that the visitor can open below a field. */
export interface Help {
  title: string
  text: string
}

/** Section of the webhook message that contains the value of a field. */
export type MessageSection = 'personalData' | 'address' | 'payment' | 'legal' | 'uploads' | 'funnelData'

/** Texts for a field. They may depend on the values of earlier fields. */
export interface Wording {
  label?: string
  hint?: string
  missing?: string
  notBegun?: string
  help?: Help
}

/** Members common to all kinds of fields. */
interface BaseField<Kind extends string> {
  name: string
  /** Plain text. In a consent, `[text](/path)` is a link that opens in a new tab. */
  label: string
  /**
   * Label in documents, for a field whose label addresses the visitor. Default: the label, without '(freiwillig)' at its
   * end.
   */
  inDocuments?: string
  /** True if the value concerns only the order. Documents do not list it with the data of the application. */
  orderOnly?: true
  kind: Kind
  /** True if the summary shows the value on one line with the field after it, as with the parts of a name. */
  joined?: true
  /**
   * Returns the rule that checks a nonempty value. `values` contains the values of the shown fields before this one.
   * The rule reports a refusal as a custom issue with `params.rule`. This function is called for every event, so it
   * must return an existing schema instead of creating one.
   */
  rule: (today: CalendarDate, values: FieldValues) => z.ZodMiniType
  /**
   * Returns a message if a valid value contradicts the value of a field before this one. The value is then refused as
   * `mismatch`.
   */
  mismatch?: (value: FieldValue, values: FieldValues) => string | undefined
  /**
   * Returns whether the field is shown. `values` contains the values of the shown fields before this one. The value of
   * a hidden field is dropped. Default: always shown.
   */
  when?: (values: FieldValues) => boolean
  /** True if the field must be filled in while it is shown. */
  required: boolean | ((values: FieldValues) => boolean)
  /** Message for a required field that was left empty. */
  missing?: string
  /** Returns texts that replace the default texts, depending on the values of the fields before this one. */
  wording?: (values: FieldValues) => Wording
  /** Returns the value to use if the field was left empty. It is validated and stored like an entered value. */
  whenEmpty?: (values: FieldValues) => FieldValue | undefined
  section: MessageSection
  hint?: string
  help?: Help
  /** True if the field has a value but is not rendered with the other fields of its step. */
  hidden?: true
}

/** A field into which text is typed. */
interface TypedField<Kind extends string> extends BaseField<Kind> {
  placeholder?: string
  /** Autofill token of the HTML standard. */
  autocomplete?: string
}

/** A field with a closed set of values. */
interface ClosedField<Kind extends string, Value> extends BaseField<Kind> {
  /** True if the value may be stored in the event log. All other values are personal and are stored in the vault. */
  fact?: true
  /** Initial value on the page. The service does not apply it: an absent value stays absent. */
  default?: Value
  /**
   * Returns the values to set in other fields when the visitor changes this field; undefined clears a field. `values`
   * contains the checked values, including the new value of this field. After the change the page removes all error
   * messages.
   */
  whenChanged?: (values: FieldValues) => Readonly<Record<string, FieldValue | undefined>>
}

export type TextField = TypedField<'text'>
export type EmailField = TypedField<'email'>
/** A field for a day, `YYYY-MM-DD`. */
export type DateField = TypedField<'date'>
export type BeitragsnummerField = TypedField<'beitragsnummer'>

export interface IbanField extends TypedField<'iban'> {
  /** Name of an IBAN before this one. The page fills it in here as well, until the visitor enters another one. */
  filledFrom?: string
}

export interface TextareaField extends TypedField<'textarea'> {
  /** Maximum number of characters. The page shows it in its counter, and the rule refuses longer text. */
  maxLength: number
}

/** A field for a month, `YYYY-MM`. */
export interface MonthField extends TypedField<'month'> {
  /**
   * A checkbox that fills in the next possible month. The page renders it next to the month, not as a separate field.
   */
  nextPossible?: { field: string; label: string; value: (today: CalendarDate) => string }
}

/** A field for one of several options. */
export interface ChoiceField extends ClosedField<'choice', string> {
  options: readonly Option[]
  /** Query parameter of the page's URL that preselects an option, for example `?grund=ausland`. */
  preselect?: string
  control?: 'buttons' | 'radios' | 'select'
}

export type CheckboxField = ClosedField<'checkbox', boolean>

/** A checkbox that must be ticked and must not be pre-ticked (Art. 4 No. 11 GDPR; CJEU C-673/17). */
export interface ConsentField extends BaseField<'consent'> {
  required: true
  missing: string
  fact?: true
  /** Phrases of the label, in all its wordings, that the page emphasizes. They do not belong to the accepted text. */
  keywords: readonly string[]
  /** True if the text is a declaration to the fee office. The letter then contains it as a paragraph. */
  inLetter?: true
}

/**
 * A field for an address, an object with the keys in `addressParts`. If the field is required and empty, the messages
 * of its rule name the missing parts.
 */
export interface AddressField extends TypedField<'address'> {
  section: 'address'
  missing?: never
  /** Message shown instead of the list of missing parts if the visitor has not entered any part. */
  notBegun?: string
  /** Present if the address may be abroad. */
  abroad?: Abroad
}

export interface Abroad {
  /** Returns whether the address may be abroad. The page then asks for the country first. */
  when: (values: FieldValues) => boolean
  /** Loads the list of countries, which only this field needs. */
  loadCountries: () => Promise<CountryList>
}

/** Countries by their German names. */
export interface CountryList {
  /** All countries in alphabetical order. */
  names: readonly string[]
  /** Countries that the page lists first. */
  frequent: readonly string[]
  /** Returns a postal code of the country as an example, or undefined if addresses there may lack one. */
  postalCodeExample: (country: string) => string | undefined
}

/** A field for files. Its value is a list of upload ids. */
export interface FilesField extends BaseField<'files'> {
  section: 'uploads'
}

/** A field of a funnel. To add a kind, add a member here, a record in `kinds/` and a control on the page. */
export type Field =
  | TextField
  | TextareaField
  | EmailField
  | ChoiceField
  | CheckboxField
  | ConsentField
  | DateField
  | MonthField
  | AddressField
  | IbanField
  | BeitragsnummerField
  | FilesField

export type FieldKind = Field['kind']
export type FieldOf<Kind extends FieldKind> = Extract<Field, { kind: Kind }>

/** A field with the texts and the value of `required` that apply for the values entered so far. */
export type ResolvedField<Kind extends FieldKind = FieldKind> = FieldOf<Kind> & { required: boolean }
