import type { TextField } from '#domain/forms/define-field.ts'
import type { Kind } from './kind.ts'
import { typedText } from './text-shape.ts'

/** One line of text. */
export const text: Kind<TextField> = typedText
