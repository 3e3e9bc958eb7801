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
 * Draws the part of the sample letter that a phone shows, from the subject to the first section, in the same place as in
 * the whole letter. The rest is left out, because every glyph delays the page.
 */
export function drawBeginning(): string {
  const content = sampleContent()
  const sections = content.sections.slice(0, 1).map(({ title }) => ({ title, rows: [] }))
  return draw({
    ...content,
    sender: { name: '', street: '', city: '' },
    recipient: [],
    placeAndDate: '',
    sections,
    closing: [],
    signature: { name: '', note: '' },
  })
}

function draw(content: LetterContent): string {
  const inputs = { content: contentInput(content), density: '0', proofs: '0' }
  const letter = layOut({ template: 'letter', inputs })
  if (letter.numOfPages !== 1) throw new Error(`the sample letter has ${letter.numOfPages} pages`)
  return compactSvg(NodeCompiler.create().plainSvg(letter))
}
