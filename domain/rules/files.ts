import { z } from 'zod/mini'
import { refusing } from './refuse.ts'

/** Files of one upload field (specification part 1, 5.4). */
export const maxFiles = 2

/** Said where a proof is required and none was given (specification part 1, 5.4). */
export const noFile = 'Bitte laden Sie mindestens eine Datei hoch'
/** Said beside the field where files were chosen and none of them could be taken. */
export const noValidProof = 'Bitte laden Sie mindestens einen gültigen Nachweis hoch.'

/** Said of what is no file that was uploaded for this field (specification part 1, 8). */
export const invalidFile = 'Ungültige Datei übergeben'

const uploadId = z.uuid()

/** One or two ids of uploads, in lower case. */
export const filesRule = refusing(['files'], (refuse) =>
  z.pipe(
    z.array(z.unknown(), invalidFile),
    z.transform((values, context) => {
      if (values.length > maxFiles)
        refuse(context, 'files', `Sie können maximal ${maxFiles} Dateien hochladen.`)
      const ids = values.flatMap((value) => uploadId.safeParse(value).data?.toLowerCase() ?? [])
      if (ids.length < values.length) refuse(context, 'files', invalidFile)
      return ids
    }),
  ),
)
