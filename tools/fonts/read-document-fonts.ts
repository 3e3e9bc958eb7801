import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { completeFonts } from '#service/documents/typesetting/document-fonts.ts'

/** Returns the font files whose characters documents can contain. */
export function readDocumentFonts(): Uint8Array[] {
  return globSync('*.ttf', { cwd: completeFonts }).map((file) => readFileSync(path.join(completeFonts, file)))
}
