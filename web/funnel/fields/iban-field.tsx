import { useLayoutEffect, useRef } from 'react'
import { useController } from 'react-hook-form'
import { CheckIcon } from '#web/ui/icons.tsx'
import { Field as Labelled } from '#web/ui/field.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { controlId, today } from '../form-state.ts'
import { caretAfter, showIban, storeIban } from './iban-text.ts'
import type { FieldProps } from './text-field.tsx'
import { useDelayed } from './use-delayed.ts'

const typingPause = 400

/** An IBAN in groups of four, judged as soon as the visitor pauses on one that is long enough. */
export function IbanField({ field, control }: FieldProps) {
  const { field: input, fieldState } = useController({ name: field.name, control })
  const element = useRef<HTMLInputElement>(null)
  const caret = useRef<number>(undefined)
  const value = typeof input.value === 'string' ? input.value : ''
  const verdict = judge(field, useDelayed(value, typingPause))
  const error = fieldState.error?.message ?? (verdict.settledFor === value ? verdict.error : undefined)
  const valid = verdict.settledFor === value && verdict.valid

  // Regrouping moves the characters under the caret; it goes back to where the visitor was typing.
  useLayoutEffect(() => {
    if (caret.current !== undefined) element.current?.setSelectionRange(caret.current, caret.current)
    caret.current = undefined
  })

  return (
    <Labelled
      id={controlId(field.name)}
      label={field.label}
      required={field.missing !== undefined}
      hint={field.hint}
      error={error}
    >
      {(aria) => (
        <>
          <TextInput
            {...aria}
            name={input.name}
            ref={(node) => {
              element.current = node
              input.ref(node)
            }}
            onBlur={input.onBlur}
            className="max-w-md font-medium tracking-wide tabular-nums"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            placeholder={field.placeholder}
            value={showIban(value)}
            onChange={(event) => {
              const { value: text, selectionStart } = event.target
              caret.current = caretAfter(storeIban(text.slice(0, selectionStart ?? text.length)).length)
              input.onChange(storeIban(text))
            }}
          />
          <p
            aria-live="polite"
            className="flex items-center gap-1.5 text-sm font-medium text-leaf-700 empty:hidden"
          >
            {valid && (
              <>
                <CheckIcon className="size-4.5" />
                IBAN ist gültig
              </>
            )}
          </p>
        </>
      )}
    </Labelled>
  )
}

/** The shortest IBAN has 15 characters; a German one that is shorter than 22 is still being typed. */
function judge(field: FieldProps['field'], value: string) {
  const parsed = field.rule(today(), {}).safeParse(value)
  const complete = value.length >= (value.startsWith('DE') ? 22 : 15)
  const rule = parsed.success ? undefined : ruleOf(parsed.error.issues[0])
  const error =
    complete && rule !== undefined && rule !== 'tooShort' ? parsed.error?.issues[0]?.message : undefined
  return { settledFor: value, valid: parsed.success, error }
}

function ruleOf(issue: object | undefined): string {
  const params = issue && 'params' in issue ? (issue.params as { rule?: string } | undefined) : undefined
  return params?.rule ?? 'format'
}
