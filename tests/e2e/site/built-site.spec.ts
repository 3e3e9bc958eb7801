import { globSync, statSync } from 'node:fs'
import path from 'node:path'
import { test } from 'playwright/test'

const root = path.resolve(import.meta.dirname, '../../..')
const changed = (file: string) =>
  statSync(path.join(root, file), { throwIfNoEntry: false })?.mtime ?? new Date(0)

// All browser tests use the built site. They run only if this test passes, so that they never test an outdated site.
// `setup.mjs` checks the same source files and builds the site if one of them is newer than the built site.
test('the built site is newer than all of its sources', () => {
  const built = changed('web/dist/index.html')
  const sources = globSync(['web/**/*.*', 'domain/**/*.*', 'package-lock.json'], {
    cwd: root,
    exclude: ['web/dist/**'],
  })
  const newest = sources.reduce((latest, file) => (changed(file) > changed(latest) ? file : latest))
  if (built > changed(newest)) return
  const state = built.getTime() ? `is from ${built.toISOString()}` : 'is missing'
  throw new Error(
    `web/dist/index.html ${state}, but ${newest} changed at ${changed(newest).toISOString()}: run \`npm run build\``,
  )
})
