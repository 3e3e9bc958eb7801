import type { EmailField } from '#domain/forms/define-field.ts'
import type { Kind } from './kind.ts'
import { typedText } from './text-shape.ts'

export const email: Kind<EmailField> = typedText
