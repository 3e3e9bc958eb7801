import { z } from 'zod'

export const sha256Hex = z.string().regex(/^[0-9a-f]{64}$/, 'SHA-256 in lower-case hex')

export const textResponseSchema = z.object({
  name: z.string().describe('Name of the legal page or of the checkbox.'),
  sha256: sha256Hex,
  content: z
    .string()
    .describe(
      'The text, one line per paragraph. The first line of a page is its title. Its SHA-256 is `sha256`.',
    ),
})
export type TextResponse = z.output<typeof textResponseSchema>
