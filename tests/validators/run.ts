import { spawnSync } from 'node:child_process'
import path from 'node:path'
import process from 'node:process'

// `npm run test:documents`: downloads the validators with Maven and tests that all documents conform to their standards.

const folder = import.meta.dirname
const libraries = path.resolve(folder, '../../node_modules/.cache/validators')

function download(validator: string): boolean {
  const pom = path.join(folder, `${validator}.xml`)
  const output = `-DoutputDirectory=${path.join(libraries, validator)}`
  const { status, error } = spawnSync(
    'mvn',
    ['-q', '-B', '-f', pom, 'dependency:copy-dependencies', output],
    {
      stdio: 'inherit',
    },
  )
  if (!error && status !== 0) process.exit(status ?? 1)
  return !error
}

const downloaded = download('verapdf') && download('mustang')
if (!downloaded) console.log('Maven is not installed: the documents are not validated.')
const tests = spawnSync('vitest', ['run', 'tests/service/documents/standards.test.ts'], {
  stdio: 'inherit',
  env: { ...process.env, ...(downloaded && { VALIDATORS: libraries }) },
})
process.exit(tests.status ?? 1)
