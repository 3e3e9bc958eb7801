import type { Plugin, System } from 'swagger-ui-dist/swagger-ui-es-bundle.js'

/** Corrects the elements of Swagger UI that violate WCAG 2.2 AA or that screen readers announce in a confusing way. */
export function accessible({ React: { createElement: h } }: System): Plugin {
  return {
    components: {
      // By default a link, which must not be inside the button that opens the operation.
      DeepLink: ({ text }) => h('span', null, text),
    },
    wrapComponents: {
      // A table with the role of a region is no table for screen readers, and these regions have no names.
      responses: (Original) => (props) => h('div', { ref: dropRegionRole }, h(Original, props)),
      // The button that opens a schema has no name if the schema has no title.
      JSONSchema202012Accordion: (Original) => (props) =>
        h(Original, props, props.children, h('span', { className: 'sr-only' }, ' Schema')),
    },
  }
}

function dropRegionRole(element: HTMLElement | null): void {
  element?.querySelector('table[role=region]')?.removeAttribute('role')
}
