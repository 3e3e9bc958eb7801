import type { Props, System } from 'swagger-ui-dist/swagger-ui-es-bundle.js'

interface Document {
  info: { title: string; description: string }
  components: { securitySchemes: Record<string, Scheme> }
  paths: Record<string, Record<string, { tags: string[] }>>
}

interface Scheme {
  type: string
  scheme?: string
  in?: string
  name?: string
  description: string
}

/** Returns the component for the top of the page: what the API is, how requests are authorised, and the contents. */
export function pageHeader({ React: { createElement: h } }: System) {
  return function PageHeader({ getComponent, specSelectors }: Props) {
    const { info, components, paths } = specSelectors.specJson().toJS() as Document
    const Markdown = getComponent('Markdown', true)
    return h(
      'header',
      // Swagger UI puts it into a section, where it would not be a landmark.
      { role: 'banner' },
      h('h1', null, `API of ${info.title}`),
      h(Markdown, { source: info.description }),
      h(
        'p',
        null,
        'This page shows the OpenAPI document ',
        h('a', { href: '/api/openapi.json' }, '/api/openapi.json'),
        ', which is generated from the schemas that validate requests.',
      ),
      h('h2', null, 'Access'),
      h(
        'dl',
        null,
        Object.entries(components.securitySchemes).flatMap(([name, scheme]) => [
          h('dt', { key: name }, h('code', null, name)),
          h(
            'dd',
            { key: `${name} description` },
            h('code', null, carrier(scheme)),
            h(Markdown, { source: scheme.description }),
          ),
        ]),
      ),
      h(
        'nav',
        { 'aria-labelledby': 'contents' },
        h('h2', { id: 'contents' }, 'Operations'),
        h(
          'ul',
          null,
          [...countByTag(paths)].map(([tag, count]) =>
            h('li', { key: tag }, h('a', { href: `#${idOf(tag)}` }, tag), ` ${count}`),
          ),
        ),
      ),
    )
  }
}

/** Returns the part of a request that carries the credential. */
function carrier({ type, scheme, in: place, name }: Scheme): string {
  if (type === 'http' && scheme === 'bearer') return 'Authorization: Bearer …'
  return place === 'cookie' ? `Cookie: ${name}=…` : `${name}: …`
}

/** Returns the number of operations of each tag, in the order in which Swagger UI shows the tags. */
function countByTag(paths: Document['paths']): Map<string, number> {
  const counts = new Map<string, number>()
  for (const tag of Object.values(paths).flatMap((methods) =>
    Object.values(methods).flatMap(({ tags }) => tags),
  ))
    counts.set(tag, (counts.get(tag) ?? 0) + 1)
  return counts
}

/** Returns the id that Swagger UI gives to the heading of a tag. */
function idOf(tag: string): string {
  return `operations-tag-${tag.replaceAll(' ', '_')}`
}
