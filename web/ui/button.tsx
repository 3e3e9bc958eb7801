import type { ButtonHTMLAttributes, Ref } from 'react'
import { classNames } from './class-names.ts'

const looks = {
  // A transparent border becomes visible if the visitor's device replaces all colors.
  primary:
    'border border-transparent bg-leaf-700 text-white shadow-[inset_0_-2px_0_rgb(0_0_0/0.18)] hover:bg-leaf-800 active:bg-leaf-900 disabled:bg-leaf-700/70',
  secondary: 'border border-control bg-surface text-ink hover:bg-leaf-50 hover:border-leaf-800',
  compact: 'border border-control bg-surface text-ink hover:bg-leaf-50 hover:border-leaf-800',
  danger: 'border border-transparent bg-alarm text-white hover:bg-[#8f1c16]',
  link: 'px-1 text-leaf-700 underline underline-offset-4 hover:text-leaf-900 hover:decoration-2',
}

const sizes: Partial<Record<keyof typeof looks, string>> = {
  link: 'min-h-8 text-sm',
  compact: 'min-h-10 px-4 py-1 text-sm font-semibold',
}

export function buttonClass(look: keyof typeof looks = 'primary'): string {
  return classNames(
    'inline-flex items-center justify-center gap-2 rounded-lg transition-colors cursor-pointer',
    'disabled:cursor-progress',
    sizes[look] ?? 'min-h-12 px-6 py-2.5 font-semibold',
    looks[look],
  )
}

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  ref?: Ref<HTMLButtonElement> | undefined
  look?: keyof typeof looks
}

export function Button({ look = 'primary', className, type = 'button', ...rest }: ButtonProps) {
  return <button type={type} className={classNames(buttonClass(look), className)} {...rest} />
}
