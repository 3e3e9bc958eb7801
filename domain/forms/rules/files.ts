import { z } from 'zod/mini'
import { defineRule } from './define-rule.ts'
import { once } from './once.ts'

/** Maximum number of files in one upload field. */
export const maxFiles = 2

/** Message for a required proof without a file. */
export const noFile = 'Bitte laden Sie mindestens eine Datei hoch'
/** Message for a required proof if none of the chosen files was accepted. */
export const noValidProof = 'Bitte laden Sie mindestens einen gültigen Nachweis hoch.'

/** Message for an id that is not an upload of this field. */
export const invalidFile = 'Ungültige Datei übergeben'

/** Message for an order that refers to a file that the service no longer stores. */
export const missingFile =
  'Diese Datei ist nicht mehr gespeichert. Bitte laden Sie sie noch einmal hoch und schicken Sie Ihren Auftrag erneut ab.'

const uploadId = once(() => z.uuid())

/** Accepts a list of at most two upload ids and converts them to lower case. */
export const filesRule = once(() =>
  defineRule(['files'], (refuse) =>
    z.pipe(
      z.array(z.unknown(), invalidFile),
      z.transform((values, context) => {
        if (values.length > maxFiles)
          refuse(context, 'files', `Sie können maximal ${maxFiles} Dateien hochladen.`)
        const ids = values.flatMap((value) => uploadId().safeParse(value).data?.toLowerCase() ?? [])
        if (ids.length < values.length) refuse(context, 'files', invalidFile)
        return ids
      }),
    ),
  ),
)
