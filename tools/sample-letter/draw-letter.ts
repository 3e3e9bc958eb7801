import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import type { LetterContent } from '#domain/documents/content.ts'
import { contentInput, layOut } from '#service/documents/typesetting/typeset-document.ts'
import { compactSvg } from './compact-svg.ts'
import { sampleContent } from './sample-content.ts'

/** Draws the sample letter with the template of the letters that are posted. Returns its first page as SVG. */
export function drawLetter(): string {
  return draw(sampleContent())
}

/**
 * Draws the beginning of the sample letter, in the same place as in the whole one. A phone shows only this part, so
 * it loads no more.
 */
export function drawBeginning(): string {
  const content = sampleContent()
  const sections = content.sections.slice(0, 1)
  return draw({ ...content, sections, closing: [], signature: { name: '', note: '' } })
}

function draw(content: LetterContent): string {
  const inputs = { content: contentInput(content), density: '0', proofs: '0' }
  const letter = layOut({ template: 'letter', inputs })
  if (letter.numOfPages !== 1) throw new Error(`the sample letter has ${letter.numOfPages} pages`)
  return compactSvg(NodeCompiler.create().plainSvg(letter))
}
