/* oxlint-disable no-restricted-imports -- runs at build, on Node. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Plugin } from 'vite'

/** Puts the licence of the font beside it: the Open Font License goes wherever the font goes. */
export function fontLicense(): Plugin {
  return {
    name: 'font-license',
    apply: 'build',
    async generateBundle() {
      const file = createRequire(import.meta.url).resolve('@fontsource-variable/figtree/LICENSE')
      this.emitFile({ type: 'asset', name: 'figtree-license.txt', source: await readFile(file, 'utf8') })
    },
  }
}
