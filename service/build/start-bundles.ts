import path from 'node:path'
import type { Plugin } from 'vite'
import { root, servicePrograms } from './programs.ts'

const scriptUrl = /new URL\('(?<script>[^']*\.ts)', import\.meta\.url\)/g

/**
 * Vite plugin that makes the sources start the bundles of their threads and processes. `urlOf` returns an expression for
 * the URL of the bundle of a script.
 */
export function startBundles(urlOf: (script: string) => string): Plugin {
  return {
    name: 'start-bundles',
    enforce: 'pre',
    transform: {
      filter: { id: `${root}/{db,service}/**`, code: scriptUrl },
      handler(code, id) {
        const replaced = code.replace(scriptUrl, (_, relative: string) => {
          const script = path.relative(root, path.resolve(path.dirname(id), relative))
          if (!servicePrograms.includes(script)) throw new Error(`${script} is missing in servicePrograms`)
          return urlOf(script)
        })
        return { code: replaced, map: null }
      },
    },
  }
}
