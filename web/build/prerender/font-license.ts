import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Plugin } from 'vite'

/** Copies the license next to the font, as the Open Font License requires. */
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
