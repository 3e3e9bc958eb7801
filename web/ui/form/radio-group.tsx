import type { ChangeEventHandler, FocusEventHandler, Ref } from 'react'
import { classNames } from '#web/ui/class-names.ts'

export interface RadioOption {
  value: string
  label: string
  hint?: string | undefined
}

interface RadioGroupProps {
  /** Id of the first radio button. Error links point to it. The ids of the other buttons are derived from it. */
  id: string
  name: string
  options: readonly RadioOption[]
  /** `buttons`: options in a row; `cards`: options in a column, with hints. */
  look: 'buttons' | 'cards'
  invalid: boolean
  required: boolean
  describedBy: string | undefined
  input: {
    value: string
    onChange: ChangeEventHandler<HTMLInputElement>
    onBlur: FocusEventHandler<HTMLInputElement>
    ref: Ref<HTMLInputElement>
  }
}

/** Native radio buttons styled as buttons or cards. Must be placed in a fieldset with a legend. */
export function RadioGroup({
  id,
  name,
  options,
  look,
  invalid,
  required,
  describedBy,
  input,
}: RadioGroupProps) {
  return (
    <div className={look === 'buttons' ? 'grid grid-cols-2 gap-3 xs:max-w-sm' : 'grid gap-2.5'}>
      {options.map((option, index) => (
        <RadioCard
          key={option.value}
          id={index === 0 ? id : `${id}-${option.value}`}
          name={name}
          option={option}
          look={look}
          invalid={invalid}
          required={required}
          describedBy={describedBy}
          checked={input.value === option.value}
          onChange={input.onChange}
          onBlur={input.onBlur}
          inputRef={index === 0 ? input.ref : undefined}
        />
      ))}
    </div>
  )
}

interface RadioCardProps extends Pick<
  RadioGroupProps,
  'name' | 'look' | 'invalid' | 'required' | 'describedBy'
> {
  id: string
  option: RadioOption
  checked: boolean
  onChange: ChangeEventHandler<HTMLInputElement>
  onBlur: FocusEventHandler<HTMLInputElement>
  inputRef: Ref<HTMLInputElement> | undefined
}

function RadioCard({
  id,
  name,
  option,
  look,
  invalid,
  required,
  describedBy,
  inputRef,
  ...input
}: RadioCardProps) {
  return (
    <label
      htmlFor={id}
      className={classNames(
        'flex min-h-12 cursor-pointer items-start gap-3 rounded-lg border bg-surface px-4 py-3 transition-colors',
        'hover:border-leaf-800 has-checked:border-leaf-700 has-checked:bg-leaf-50 has-checked:ring-1 has-checked:ring-leaf-700 forced-colors:has-checked:border-[Highlight]',
        'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-leaf-900',
        invalid ? 'border-alarm' : 'border-control',
      )}
    >
      <input
        id={id}
        ref={inputRef}
        type="radio"
        name={name}
        value={option.value}
        required={required}
        className="mt-0.5 size-5 shrink-0 cursor-pointer accent-leaf-700 focus-visible:shadow-none focus-visible:outline-none"
        aria-describedby={describedBy}
        {...input}
      />
      <span className={look === 'buttons' ? 'font-medium' : 'grid'}>
        <span className={option.hint ? 'font-medium' : undefined}>{option.label}</span>
        {option.hint && <span className="text-sm text-muted">{option.hint}</span>}
      </span>
    </label>
  )
}
