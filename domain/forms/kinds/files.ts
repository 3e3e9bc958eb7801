import { z } from 'zod/mini'
import type { FilesField } from '#domain/forms/define-field.ts'
import { maxFiles } from '#domain/forms/rules/files.ts'
import { once } from '#domain/forms/rules/once.ts'
import type { Kind } from './kind.ts'

const message = `must be a list of at most ${maxFiles} ids of uploads`
const uploadIds = once(() =>
  z.array(z.uuid('must be the id of an upload, a UUID'), message).check(z.maxLength(maxFiles, message)),
)

/** A list of upload ids. The files themselves are uploaded before the order. */
export const files: Kind<FilesField> = {
  shape: uploadIds,
  empty: () => [],
  show: (ids) => [ids.length === 1 ? '1 Datei' : `${ids.length} Dateien`],
  isSensitive: false,
  draft: 'device',
}
