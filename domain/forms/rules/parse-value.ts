import { z } from 'zod/mini'

type ParsedValue =
  | { success: true; data: unknown }
  | { success: false; error: { issues: readonly z.core.$ZodIssue[] } }

class Issues {
  readonly issues: readonly z.core.$ZodIssue[]

  constructor(issues: readonly z.core.$ZodIssue[]) {
    this.issues = issues
  }
}

/**
 * Checks a value against a schema, like `safeParse` of zod. A refused value gets a plain object with the issues instead
 * of an `Error`, whose stack takes as long as the check. A form is checked for each key that is typed into it.
 */
// oxlint-disable-next-line no-underscore-dangle -- the public name of the function
export const parseValue: (schema: z.core.$ZodType, value: unknown) => ParsedValue = z.core._safeParse(
  Issues as unknown as z.core.$ZodErrorClass,
)
