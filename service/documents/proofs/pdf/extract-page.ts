import { PDFArray, PDFDict, PDFDocument, PDFName, PDFObjectCopier, type PDFPage } from '@cantoo/pdf-lib'
import { isPlain, maxInflatedBytes } from './is-plain.ts'
import { reachableObjects } from './reachable-objects.ts'

/** Entries of a page that decide what it looks like. All others, for example links and actions, are dropped. */
const kept = ['Contents', 'CropBox', 'Group', 'MediaBox', 'Resources'].map((key) => PDFName.of(key))

/** Entries that describe an object or refer to other parts of the document. */
const dropped = [
  'AF',
  'Alternates',
  'LastModified',
  'Measure',
  'Metadata',
  'OPI',
  'PieceInfo',
  'PtData',
  'StructParent',
  'StructParents',
  'Thumb',
].map((key) => PDFName.of(key))

/**
 * Returns a PDF that contains only this page, without metadata, annotations and actions. Returns undefined if the page
 * has anything that is better drawn than embedded: layers, visible annotations, a rotation, fonts that are not
 * embedded, rare compressions, or large streams. Throws an error of the library if an object is broken.
 */
export async function extractPage(page: PDFPage): Promise<Uint8Array | undefined> {
  const { node, doc } = page
  if (page.getRotation().angle !== 0 || node.has(PDFName.of('UserUnit')) || showsAnnotations(node))
    return undefined
  const roots = kept.flatMap((key) => node.getInheritableAttribute(key) ?? node.get(key) ?? [])
  const budget = { bytes: maxInflatedBytes }
  for (const found of reachableObjects(doc.context, roots)) {
    for (const key of dropped) found.dict.delete(key)
    if (!isPlain(found, budget)) return undefined
  }
  return save(page)
}

async function save({ node, doc }: PDFPage): Promise<Uint8Array> {
  const single = await PDFDocument.create({ updateMetadata: false })
  const copier = PDFObjectCopier.for(doc.context, single.context)
  const target = single.addPage().node
  for (const key of kept) {
    const value = node.getInheritableAttribute(key) ?? node.get(key)
    if (value) target.set(key, copier.copy(value))
    else target.delete(key)
  }
  return single.save({ useObjectStreams: true, addDefaultPage: false, updateFieldAppearances: false })
}

/** Returns whether the page has annotations that are printed, for example filled-in fields, stamps and comments. */
function showsAnnotations(page: PDFDict): boolean {
  const annotations = page.lookup(PDFName.of('Annots'))
  if (!(annotations instanceof PDFArray)) return annotations !== undefined
  return annotations
    .asArray()
    .map((_, index) => annotations.lookup(index))
    .some((annotation) => {
      if (!(annotation instanceof PDFDict)) return true
      return (
        annotation.lookup(PDFName.of('Subtype')) !== PDFName.of('Link') || annotation.has(PDFName.of('AP'))
      )
    })
}
