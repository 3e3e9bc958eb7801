import SwaggerUI from 'swagger-ui-dist/swagger-ui-es-bundle.js'
import { accessible } from './accessible-plugin.ts'
import { readOnly } from './read-only-plugin.ts'
import '#web/ui/styles.css'
import '#web/ui/dark.css'
import 'swagger-ui-dist/swagger-ui.css'
import './api-docs.css'

const root = document.querySelector('#root')
if (!root) throw new Error('api-docs.html has no element #root')

SwaggerUI({
  domNode: root,
  url: '/api/openapi.json',
  plugins: [readOnly, accessible],
  supportedSubmitMethods: [],
  deepLinking: true,
  defaultModelsExpandDepth: -1,
  defaultModelRendering: 'model',
  syntaxHighlight: false,
  validatorUrl: null,
})
