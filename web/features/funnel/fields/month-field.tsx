import { useController } from 'react-hook-form'
import type { MonthField as MonthFieldData } from '#domain/forms/define-field.ts'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Field as Labelled } from '#web/ui/form/field.tsx'
import { TextInput } from '#web/ui/form/text-input.tsx'
import { controlId, today } from '#web/features/funnel/form/form-state.ts'
import { completeMonth, monthHint, showMonth, storeMonth, typeMonth } from './date-text.ts'
import type { FieldProps } from './field-props.ts'
import { useDelayed } from '#web/ui/timing/use-delayed.ts'

type MonthProps = Pick<FieldProps<'month'>, 'field' | 'control'>

export function MonthField({ field, control }: MonthProps) {
  return field.nextPossible ? (
    <MonthWithNextPossible field={field} control={control} next={field.nextPossible} />
  ) : (
    <MonthInput field={field} control={control} />
  )
}

type WithNext = MonthProps & { next: NonNullable<MonthFieldData['nextPossible']> }

/** Month with a checkbox that fills in the next possible month. Editing the month unticks the checkbox. */
function MonthWithNextPossible({ field, control, next }: WithNext) {
  const { field: month } = useController({ name: field.name, control })
  const { field: box } = useController({ name: next.field, control })
  const { ref, name, value, onBlur, onChange } = box
  return (
    <div className="grid gap-3">
      <MonthInput field={field} control={control} onEdit={() => onChange(false)} />
      <Checkbox
        id={controlId(next.field)}
        name={name}
        ref={ref}
        onBlur={onBlur}
        checked={value === true}
        onChange={(event) => {
          onChange(event.target.checked)
          if (event.target.checked) month.onChange(next.value(today()))
        }}
      >
        {next.label}
      </Checkbox>
    </div>
  )
}

function MonthInput({ field, control, onEdit }: MonthProps & { onEdit?: () => void }) {
  const { field: input, fieldState } = useController({ name: field.name, control })
  const text = showMonth(input.value)
  const lacking = useDelayed(monthHint(text), 300)
  const error = fieldState.error?.message
  return (
    <Labelled
      id={controlId(field.name)}
      label={field.label}
      required={field.required}
      hint={field.hint ?? 'Monat und Jahr im Format MM.JJJJ'}
      error={error}
    >
      {(aria) => (
        <>
          <TextInput
            {...aria}
            name={input.name}
            ref={input.ref}
            onBlur={() => {
              const complete = completeMonth(text)
              if (complete !== text) input.onChange(complete)
              input.onBlur()
            }}
            className="max-w-40"
            inputMode="numeric"
            autoComplete="off"
            placeholder={field.placeholder ?? 'MM.JJJJ'}
            value={text}
            onChange={(event) => {
              const typed = event.target.value
              // If the visitor deletes the dot at the end, delete the digit before it too. Otherwise, `typeMonth` would
              // add the dot again.
              const eased = text.endsWith('.') && typed === text.slice(0, -1) ? typed.slice(0, -1) : typed
              onEdit?.()
              input.onChange(storeMonth(typeMonth(eased)))
            }}
          />
          <p aria-live="polite" className={error || !lacking ? 'sr-only' : 'text-sm text-muted'}>
            {lacking}
          </p>
        </>
      )}
    </Labelled>
  )
}
