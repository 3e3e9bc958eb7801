import { classNames } from '#web/ui/class-names.ts'

interface ChoiceButtonsProps<Value extends string> {
  label: string
  options: readonly { value: Value; name: string }[]
  chosen: Value
  onChoose: (value: Value) => void
}

/** Group of buttons of which exactly one is selected. */
export function ChoiceButtons<Value extends string>({
  label,
  options,
  chosen,
  onChoose,
}: ChoiceButtonsProps<Value>) {
  return (
    <fieldset aria-label={label} className="flex flex-wrap gap-1">
      {options.map(({ value, name }) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === chosen}
          onClick={() => onChoose(value)}
          className={classNames(
            'min-h-9 cursor-pointer rounded-md border px-3 text-sm',
            value === chosen
              ? 'border-leaf-800 bg-leaf-800 font-semibold text-white'
              : 'border-line bg-surface hover:border-leaf-800 hover:bg-leaf-50',
          )}
        >
          {name}
        </button>
      ))}
    </fieldset>
  )
}
