import { type PDFDocument, PDFArray, PDFDict, PDFName } from '@cantoo/pdf-lib'
import { type Found, reachableObjects } from './reachable-objects.ts'

/** Actions that run programs, send data or open other files. Links to web pages are harmless on paper. */
const actions = new Set([
  'GoToE',
  'GoToR',
  'ImportData',
  'JavaScript',
  'Launch',
  'Movie',
  'Rendition',
  'RichMediaExecute',
  'Sound',
  'SubmitForm',
])

/** Annotations that contain programs, media or files. */
const annotations = new Set(['3D', 'FileAttachment', 'Movie', 'RichMedia', 'Screen', 'Sound'])

/** Entries that hold scripts, attached files or XFA forms. */
const entries = ['EF', 'EmbeddedFiles', 'JS', 'JavaScript', 'RichMediaContent', 'XFA'].map((key) =>
  PDFName.of(key),
)

/** Returns whether a PDF contains scripts, attachments, multimedia, or references to other files. */
export function hasActiveContent(pdf: PDFDocument): boolean {
  for (const found of reachableObjects(pdf.context, [pdf.catalog])) if (isActive(found)) return true
  return false
}

function isActive({ dict, stream }: Found): boolean {
  if (entries.some((key) => dict.has(key) && !isEmpty(dict, key))) return true
  // The content of such a stream is in another file.
  if (stream && dict.has(PDFName.of('F'))) return true
  // A reference XObject shows a page of another file.
  if (stream && dict.has(PDFName.of('Ref'))) return true
  if (actions.has(nameIn(dict, 'S'))) return true
  return dict.has(PDFName.of('Rect')) && annotations.has(nameIn(dict, 'Subtype'))
}

/** Some programs write empty name trees, for example `/EmbeddedFiles << /Names [] >>`. */
function isEmpty(dict: PDFDict, key: PDFName): boolean {
  const value = dict.lookup(key)
  if (!(value instanceof PDFDict) || value.has(PDFName.of('Kids'))) return false
  const names = value.lookup(PDFName.of('Names'))
  return value.keys().length === 0 || (names instanceof PDFArray && names.size() === 0)
}

function nameIn(dict: PDFDict, key: string): string {
  const value = dict.lookup(PDFName.of(key))
  return value instanceof PDFName ? value.decodeText() : ''
}
