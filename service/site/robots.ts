import { indexedPaths } from '#service/site-paths.ts'

/** For search engines: what is of no use to them. */
export function robotsText(origin: string): string {
  const closed = ['/api/', '/checkout/', '/success', '/berichte', '/testzahlung']
  return [
    'User-agent: *',
    ...closed.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n')
}

export function sitemap(origin: string): string {
  const entries = indexedPaths.map(
    (path) => `  <url><loc>${origin.replaceAll('&', '&amp;')}${path}</loc></url>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</urlset>\n`
}
