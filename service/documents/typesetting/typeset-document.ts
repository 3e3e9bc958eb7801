import path from 'node:path'
import { NodeCompiler, type NodeTypstDocument, type PdfStandard } from '@myriaddreamin/typst-ts-node-compiler'
import { documentFontFolders } from './document-fonts.ts'

/** A template in the folder `templates`, without its extension. */
export type TemplateName = 'letter' | 'confirmation' | 'invoice'

interface Typesetting {
  template: TemplateName
  /** Values that the template reads from `sys.inputs`. */
  inputs: Record<string, string>
}

const templates = path.resolve(import.meta.dirname, '../templates')

let compiler: NodeCompiler | undefined

/**
 * Lays out a document. Throws an error with Typst's messages if the template fails. The messages can quote values, so
 * they must not be logged.
 */
export function layOut({ template, inputs }: Typesetting): NodeTypstDocument {
  compiler ??= NodeCompiler.create({ workspace: templates, fontArgs: [{ fontPaths: documentFontFolders }] })
  try {
    const result = compiler.compile({ mainFilePath: path.join(templates, `${template}.typ`), inputs })
    if (!result.result)
      throw new Error('the template failed', { cause: result.takeError()?.shortDiagnostics })
    return result.result
  } finally {
    // Without this, the cache would keep every document that was ever laid out.
    compiler.evictCache(10)
  }
}

/** Writes a document as PDF. Throws if the document violates the standard. */
export function writePdf(document: NodeTypstDocument, pdfStandard: PdfStandard, at = 0): Uint8Array {
  return compiler!.pdf(document, { pdfStandard, creationTimestamp: Math.floor(at / 1000) })
}

/**
 * Returns a document's content for its template, which prints the strings as they are and evaluates none of them.
 * Letters and their diacritics are composed, because the fonts have glyphs for composed letters.
 */
export function contentInput(content: object): string {
  return JSON.stringify(content).normalize('NFC')
}
