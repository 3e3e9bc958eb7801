import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { AcceptedPage } from '#domain/texts/accepted-texts.ts'
import type { SiteSettings } from '#domain/site/site-settings.ts'
import { fillPage } from '#service/site/fill-page.ts'

export interface LegalPages {
  /** Folder of the built site. */
  webRoot: string
  publicUrl: string
  site: SiteSettings
}

export interface LegalText {
  title: string
  paragraphs: string[]
}

/**
 * Returns the text of a legal page of the site, so that what is accepted is exactly what the customer could read.
 * Returns undefined if the site has not been built.
 */
export async function readLegalPage(
  { webRoot, publicUrl, site }: LegalPages,
  name: AcceptedPage,
): Promise<LegalText | undefined> {
  let template: string
  try {
    template = await readFile(path.join(webRoot, 'pages', `${name}.html`), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  return legalText(fillPage(template, { origin: publicUrl, site, search: '' }), name)
}

/** Returns the title and the paragraphs of a legal page: first its lead, then each section. Throws if it has none. */
function legalText(html: string, name: string): LegalText {
  const article = /<article[^>]*>(.*?)<\/article>/s.exec(html)?.[1] ?? ''
  const [, title] = /<h1[^>]*>(.*?)<\/h1>/s.exec(article) ?? []
  const sections = [...article.matchAll(/<section[^>]*>(.*?)<\/section>/gs)].map(([, body]) => body!)
  if (title === undefined || sections.length === 0) throw new Error(`the page ${name} contains no legal text`)
  const lead = /<\/h1>(.*?)<\/header>/s.exec(article)?.[1] ?? ''
  const paragraphs = sections.flatMap(paragraphsOf)
  return { title: textOf(title), paragraphs: [...paragraphsOf(lead), ...paragraphs] }
}

const unprinted = /<(button|nav|svg|style|script)\b.*?<\/\1>/gs
const hidden = /<span class="sr-only">.*?<\/span>/gs
const blockEnds = /<\/(?:p|div|li|h2|h3|dd|address|tr|table|ul|ol)>|<br\s*\/?>|(?=<span class="block">)/g

function paragraphsOf(html: string): string[] {
  return html
    .replaceAll(unprinted, '')
    .replaceAll(hidden, '')
    .replaceAll(/<!--.*?-->/gs, '')
    .replaceAll(/<li[^>]*>/g, '• ')
    .replaceAll(/<\/dt>/g, ' ')
    .split(blockEnds)
    .map(textOf)
    .filter((text) => text !== '' && text !== '•')
}

const entities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#x27': "'",
  nbsp: '\u00A0',
}

function textOf(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(#x27|\w+);/g, (whole, name: string) => entities[name] ?? whole)
    .replaceAll(/[ \t\n\r]+/g, ' ')
    .trim()
}
