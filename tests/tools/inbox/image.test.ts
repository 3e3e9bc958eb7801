import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '#tests/eventually.ts'
import { builtService } from '#tests/built-service.ts'
import { secrets } from '#tests/faults/support/secrets.ts'

const root = path.resolve(import.meta.dirname, '../../..')

/** Creates a folder with the files that the last stage of the Containerfile copies from the repository. */
function imageFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'formlotse-image-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const lastStage = readFileSync(path.join(root, 'Containerfile'), 'utf8')
    .split(/^FROM /m)
    .at(-1)!
  for (const [, from, to] of lastStage.matchAll(/^COPY (?!--from)(\S+) (\S+)$/gm)) {
    const place = to === './' ? path.join(folder, from!) : path.join(folder, to!)
    mkdirSync(path.dirname(place), { recursive: true })
    cpSync(path.join(root, from!), place, { recursive: true })
  }
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  return folder
}

test.each([
  ['the service', 'service/dist/main.mjs', /^Formlotse is at /m],
  ['the inbox', 'tools/inbox/run.ts', /WEBHOOK_URL=/],
])('%s starts with only the files of the image', { timeout: 60_000 }, async (_, script, ready) => {
  builtService()
  const cwd = imageFolder()
  const env = { ...secrets, PATH: process.env['PATH'], PORT: '0', DATA_DIR: path.join(cwd, 'data') }
  const args = script.includes('inbox') ? [script, '--port', '0'] : [script]
  const child = spawn(process.execPath, args, { cwd, env })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  await eventually(() => expect(output).toMatch(ready))
})
