import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { readDocumentFonts } from './read-document-fonts.ts'
import { printedRanges } from './printed-ranges.ts'

// `npm run fonts:characters`: writes the characters that documents can contain. Run it after a change of the fonts.
const file = path.resolve(import.meta.dirname, '../../domain/forms/rules/printed-characters.ts')
const [head] = readFileSync(file, 'utf8').split("'")
writeFileSync(file, `${head}'${printedRanges(readDocumentFonts())}'\n`)
