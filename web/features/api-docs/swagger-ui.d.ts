/** The part of Swagger UI that this folder uses. The package has no types of its own. */
declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  import type { ComponentType, ReactNode, createElement } from 'react'

  /** Value of Immutable.js. */
  export interface Immutable {
    toJS: () => unknown
  }

  /** What Swagger UI passes to plugins. Elements must be created by its own version of React. */
  export interface System {
    React: { createElement: typeof createElement }
  }

  export interface Props {
    getComponent: (name: string, connected?: true) => ComponentType<Record<string, unknown>>
    specSelectors: { specJson: () => Immutable }
    /** The operation, for components that show a part of it. */
    operation?: { get: (name: string) => Immutable | undefined }
    text?: ReactNode
    children?: ReactNode
  }

  export interface Plugin {
    /** Components that replace those of the same name. */
    components?: Record<string, ComponentType<Props>>
    wrapComponents?: Record<string, (original: ComponentType<Props>) => ComponentType<Props>>
  }

  interface Options {
    domNode: Element
    url: string
    plugins: ((system: System) => Plugin)[]
    /** Methods of operations that the page can send requests to. */
    supportedSubmitMethods: string[]
    /** Whether the URL contains the operation that was opened last. */
    deepLinking: boolean
    /** Number of levels of the list of schemas that are open; -1 hides the list. */
    defaultModelsExpandDepth: number
    defaultModelRendering: 'example' | 'model'
    syntaxHighlight: false
    /** Service that validates the document; null for none. */
    validatorUrl: null
  }

  const SwaggerUI: (options: Options) => void
  export default SwaggerUI
}
