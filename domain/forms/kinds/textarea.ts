import type { TextareaField } from '#domain/forms/define-field.ts'
import type { Kind } from './kind.ts'
import { typedText } from './text-shape.ts'

/** Several lines of text. */
export const textarea: Kind<TextareaField> = typedText
