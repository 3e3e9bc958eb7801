import { fileURLToPath } from 'node:url'
import { type Rolldown, build } from 'vite'

/** Bundles the tracker to one minified script, as the build of the site does. */
export async function bundleTracker(): Promise<string> {
  const outputs = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: true,
      lib: {
        entry: fileURLToPath(new URL('./tracker-entry.ts', import.meta.url)),
        formats: ['iife'],
        name: 'trackerEntry',
      },
    },
  })
  const [{ output }] = outputs as [Rolldown.RolldownOutput]
  if (output.length !== 1) throw new Error(`expected one script, got ${output.length} files`)
  return output[0].code
}
