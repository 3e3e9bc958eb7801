import { z } from 'zod'
import { refuse } from './refuse.ts'

/** Files of one upload field (specification part 1, 5.4). */
export const maxFiles = 2

const message = 'Ungültige Datei übergeben'

/** One or two ids of uploads, in lower case. */
export const filesRule = z.array(z.unknown(), { error: message }).transform((values, context) => {
  if (values.length > maxFiles) refuse(context, 'files', `Sie können maximal ${maxFiles} Dateien hochladen.`)
  const ids = values.flatMap((value) => z.uuid().safeParse(value).data?.toLowerCase() ?? [])
  if (ids.length < values.length) refuse(context, 'files', message)
  return ids
})
