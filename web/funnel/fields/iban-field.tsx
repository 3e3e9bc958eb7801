import { useController } from 'react-hook-form'
import { CheckIcon } from '#web/ui/icons.tsx'
import { Field as Labelled } from '#web/ui/field.tsx'
import { controlId, today } from '../form-state.ts'
import { GroupedInput } from './grouped-input.tsx'
import { showIban, storeIban } from './iban-text.ts'
import type { FieldProps } from './text-field.tsx'
import { type BankAnswer, useBank } from './use-bank.ts'
import { useDelayed } from './use-delayed.ts'

const typingPause = 400
const refused = 'IBAN ungültig - bitte überprüfen'
const unreachable = 'Fehler bei der IBAN-Prüfung (API nicht erreichbar)'

/** An IBAN in groups of four, judged and looked up as soon as the visitor pauses on one that is long enough. */
export function IbanField({ field, answers, control }: FieldProps) {
  const { field: input, fieldState } = useController({ name: field.name, control })
  const value = typeof input.value === 'string' ? input.value : ''
  const settled = useDelayed(value, typingPause) === value
  const { valid, error } = settled ? judge(field, value, answers) : stillTyping
  const bank = useBank(valid ? value : undefined)
  const doubted = typeof bank === 'object' && !bank.valid ? refused : undefined

  return (
    <Labelled
      id={controlId(field.name)}
      label={field.label}
      required={field.missing !== undefined}
      hint={field.hint}
      error={fieldState.error?.message ?? error ?? doubted}
    >
      {(aria) => (
        <>
          <GroupedInput
            {...aria}
            {...input}
            value={value}
            store={storeIban}
            show={showIban}
            className="max-w-md font-medium tracking-wide tabular-nums"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            placeholder={field.placeholder}
          />
          <div aria-live="polite" className="grid gap-0.5 text-sm empty:hidden">
            {valid && !doubted && !fieldState.error && <Verdict bank={bank} />}
          </div>
        </>
      )}
    </Labelled>
  )
}

const stillTyping = { valid: false, error: undefined }

function Verdict({ bank }: { bank: BankAnswer | undefined }) {
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

/** The shortest IBAN has 15 characters; a German one that is shorter than 22 is still being typed. */
function judge(field: FieldProps['field'], value: string, answers: FieldProps['answers']) {
  const parsed = field.rule(today(), answers).safeParse(value)
  const complete = value.length >= (value.startsWith('DE') ? 22 : 15)
  const rule = parsed.success ? undefined : ruleOf(parsed.error.issues[0])
  const error =
    complete && rule !== undefined && rule !== 'tooShort' ? parsed.error?.issues[0]?.message : undefined
  return { valid: parsed.success, error }
}

function ruleOf(issue: object | undefined): string {
  const params = issue && 'params' in issue ? (issue.params as { rule?: string } | undefined) : undefined
  return params?.rule ?? 'format'
}
