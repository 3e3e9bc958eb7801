import type { InputHTMLAttributes, ReactNode, Ref } from 'react'

interface CheckboxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> {
  children: ReactNode
  ref?: Ref<HTMLInputElement>
}

/** Native checkbox with its label to the right. The whole row is clickable. */
export function Checkbox({ id, children, ...rest }: CheckboxProps) {
  return (
    <div className="flex items-start gap-3">
      <input
        id={id}
        type="checkbox"
        className="mt-0.5 size-6 shrink-0 cursor-pointer rounded-md accent-leaf-700 aria-invalid:outline-2 aria-invalid:outline-alarm"
        {...rest}
      />
      <label htmlFor={id} className="min-h-6 cursor-pointer pt-px">
        {children}
      </label>
    </div>
  )
}
