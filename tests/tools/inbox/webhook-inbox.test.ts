import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '#tests/eventually.ts'
import { runCommand, startCommand } from '#tests/service/commands/run-command.ts'

async function dataFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'formlotse-inbox-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

test('prints its URL, shares its secret with the service, and stops on SIGTERM', async () => {
  const DATA_DIR = await dataFolder()
  const inbox = startCommand('tools/inbox/run', ['--port', '0', '--fail', '2'], { DATA_DIR })
  await eventually(() => expect(inbox.output()).toMatch(/WEBHOOK_URL=http:\/\/localhost:\d+\/ npm start/))
  expect(inbox.output()).toContain('the first 2 messages with 500')
  expect(await readFile(path.join(DATA_DIR, 'webhook-secret'), 'utf8')).toMatch(/^whsec_/)
  inbox.stop()
  expect(await inbox.ended).toBe(0)
})

test.each([
  [['--port', 'x'], '--port is wrong: read "x", allowed: a whole number from 0 to 65535.'],
  // There is deliberately no option `--secret`, because command-line arguments are visible to all users of the machine.
  [['--secret', 'abc'], "Unknown option '--secret'"],
  [['--frob'], "Unknown option '--frob'"],
])('rejects %j with a message', async (args, message) => {
  const { code, output } = await runCommand('tools/inbox/run', args, { DATA_DIR: await dataFolder() })
  expect(code).toBe(2)
  expect(output).toContain(message)
})
