import { indexedPaths } from '#domain/site/site-paths.ts'

/** Returns the robots.txt, which excludes pages that are useless in search results. */
export function robotsText(origin: string): string {
  const closed = ['/api/', '/checkout/', '/success', '/berichte', '/auftraege', '/konto', '/testzahlung']
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
