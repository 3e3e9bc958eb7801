import { useController } from 'react-hook-form'
import type { Field, FieldValues } from '#domain/forms/define-field.ts'
import { CheckIcon } from '#web/ui/icons.tsx'
import { Field as Labelled } from '#web/ui/form/field.tsx'
import { controlId, today } from '#web/features/funnel/form/form-state.ts'
import { GroupedInput } from './grouped-input.tsx'
import { parseValue } from '#domain/forms/rules/parse-value.ts'
import { groupIban } from '#domain/forms/kinds/iban.ts'
import { storeIban } from './iban-text.ts'
import type { FieldProps } from '#web/features/funnel/fields/field-props.ts'
import { type BankResult, useBank } from './use-bank.ts'
import { useDelayed } from '#web/ui/timing/use-delayed.ts'

const typingPause = 400
const refused = 'IBAN ungültig - bitte überprüfen'
const unreachable = 'Fehler bei der IBAN-Prüfung (API nicht erreichbar)'

/** IBAN input that displays groups of four. Validates the IBAN and looks up the bank when the visitor pauses typing. */
export function IbanField({ field, values, control }: FieldProps<'iban'>) {
  const { field: input, fieldState } = useController({ name: field.name, control })
  const value = typeof input.value === 'string' ? input.value : ''
  const settled = useDelayed(value, typingPause) === value
  const { valid, error } = settled ? judge(field, value, values) : stillTyping
  const bank = useBank(valid ? value : undefined)
  const rejected = typeof bank === 'object' && !bank.valid ? refused : undefined

  return (
    <Labelled
      id={controlId(field.name)}
      label={field.label}
      required={field.required}
      hint={field.hint}
      error={fieldState.error?.message ?? error ?? rejected}
      live={fieldState.error ? 'off' : 'polite'}
    >
      {(aria) => (
        <>
          <GroupedInput
            {...aria}
            {...input}
            value={value}
            store={storeIban}
            show={groupIban}
            className="max-w-md font-medium tracking-wide tabular-nums"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            placeholder={field.placeholder}
          />
          <div aria-live="polite" className="grid gap-0.5 text-sm empty:sr-only">
            {valid && !rejected && !fieldState.error && <Verdict bank={bank} />}
          </div>
        </>
      )}
    </Labelled>
  )
}

const stillTyping = { valid: false, error: undefined }

function Verdict({ bank }: { bank: BankResult | undefined }) {
  const named = typeof bank === 'object' ? bank : undefined
  return (
    <>
      <p className="flex items-center gap-1.5 font-medium text-leaf-700">
        <CheckIcon className="size-4.5" />
        IBAN ist gültig
      </p>
      {named?.bankName && (
        <p className="pl-6 text-muted">
          <span className="font-medium text-ink">{named.bankName}</span>
          {named.bic && <span className="whitespace-nowrap"> · BIC {named.bic}</span>}
        </p>
      )}
      {(bank === 'unreachable' || named?.outage) && (
        <p className="text-amber">
          {unreachable}
          <span className="block">Sie können trotzdem fortfahren.</span>
        </p>
      )}
    </>
  )
}

/**
 * Validates an IBAN. Returns no error while the text is too short: fewer than 15 characters or, for a German IBAN,
 * fewer than 22.
 */
function judge(field: Field, value: string, values: FieldValues) {
  const parsed = parseValue(field.rule(today(), values), value)
  if (parsed.success) return { valid: true, error: undefined }
  const [issue] = parsed.error.issues
  const complete = value.length >= (value.startsWith('DE') ? 22 : 15)
  return { valid: false, error: complete && ruleOf(issue) !== 'tooShort' ? issue?.message : undefined }
}

function ruleOf(issue: object | undefined): string {
  const params = issue && 'params' in issue ? (issue.params as { rule?: string } | undefined) : undefined
  return params?.rule ?? 'format'
}
