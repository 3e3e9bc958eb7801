import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '#tests/eventually.ts'
import { runCommand, startCommand } from './run-command.ts'

async function dataFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'formlotse-inbox-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

test('says where to send, shares its secret with the service, and ends when asked', async () => {
  const DATA_DIR = await dataFolder()
  const inbox = startCommand('webhook-inbox', ['--port', '0', '--fail', '2'], { DATA_DIR })
  await eventually(() => expect(inbox.output()).toMatch(/WEBHOOK_URL=http:\/\/localhost:\d+\/ npm start/))
  expect(inbox.output()).toContain('the first 2 requests with 500')
  expect(await readFile(path.join(DATA_DIR, 'webhook-secret'), 'utf8')).toMatch(/^whsec_/)
  inbox.stop()
  expect(await inbox.ended).toBe(0)
})

test.each([
  [['--port', 'x'], '--port is wrong: read "x", allowed: a whole number from 0 to 65535.'],
  [['--secret', 'abc'], '--secret is wrong: allowed: whsec_ and 24 to 64 bytes in base64.'],
  [['--frob'], "Unknown option '--frob'"],
])('%j is refused with a clear word', async (args, word) => {
  const { code, output } = await runCommand('webhook-inbox', args, { DATA_DIR: await dataFolder() })
  expect(code).toBe(2)
  expect(output).toContain(word)
})
