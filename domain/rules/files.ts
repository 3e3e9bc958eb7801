import { z } from 'zod/mini'
import { refuse } from './refuse.ts'

/** Files of one upload field (specification part 1, 5.4). */
export const maxFiles = 2

const message = 'Ungültige Datei übergeben'

const uploadId = z.uuid()

/** One or two ids of uploads, in lower case. */
export const filesRule = z.pipe(
  z.array(z.unknown(), message),
  z.transform((values, context) => {
    if (values.length > maxFiles)
      refuse(context, 'files', `Sie können maximal ${maxFiles} Dateien hochladen.`)
    const ids = values.flatMap((value) => uploadId.safeParse(value).data?.toLowerCase() ?? [])
    if (ids.length < values.length) refuse(context, 'files', message)
    return ids
  }),
)
