import type { Plugin, Props, System } from 'swagger-ui-dist/swagger-ui-es-bundle.js'
import { pageHeader } from './page-header.ts'

const nothing = () => null

/**
 * Adapts Swagger UI to a page on which nothing is entered: replaces the header, and removes the choice of a server, the
 * inputs for parameters and the buttons for credentials. Instead, each operation names the credentials that it requires.
 */
export function readOnly(system: System): Plugin {
  const { createElement: h } = system.React
  return {
    components: {
      InfoContainer: pageHeader(system),
      ServersContainer: nothing,
      AuthorizeBtnContainer: nothing,
      authorizeOperationBtn: nothing,
      JsonSchemaForm: nothing,
    },
    wrapComponents: {
      parameters: (Original) => (props) => h('div', null, requirement(system, props), h(Original, props)),
    },
  }
}

/** Returns a line such as 'Requires reportsToken or session.', or undefined if everyone may send the request. */
function requirement({ React: { createElement: h } }: System, { operation }: Props) {
  const alternatives = (operation?.get('security')?.toJS() ?? []) as Record<string, unknown>[]
  const names = alternatives.flatMap((one) => Object.keys(one))
  if (names.length === 0) return undefined
  const listed = names.flatMap((name, index) => [index > 0 && ' or ', h('code', { key: name }, name)])
  return h('p', { className: 'opblock-access' }, 'Requires ', ...listed, '.')
}
