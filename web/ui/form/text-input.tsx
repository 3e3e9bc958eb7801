import type { InputHTMLAttributes, Ref, TextareaHTMLAttributes } from 'react'
import { classNames } from '#web/ui/class-names.ts'

// The font size must be at least 16 px. Otherwise, iOS would zoom into the input.
const look =
  'w-full rounded-lg border border-control bg-surface px-3.5 text-base text-ink transition-[border-color] ' +
  'placeholder:text-muted/80 hover:border-leaf-800 aria-invalid:border-2 aria-invalid:border-alarm aria-invalid:bg-alarm-soft'

interface TextInputProps extends InputHTMLAttributes<HTMLInputElement> {
  ref?: Ref<HTMLInputElement> | undefined
}

export function TextInput({ className, ...rest }: TextInputProps) {
  return <input className={classNames(look, 'min-h-12 py-2.5', className)} {...rest} />
}

interface TextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  ref?: Ref<HTMLTextAreaElement> | undefined
}

export function TextArea({ className, ...rest }: TextAreaProps) {
  return <textarea className={classNames(look, 'min-h-32 py-2.5', className)} {...rest} />
}
