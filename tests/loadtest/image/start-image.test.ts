import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startImage } from '#loadtest/image/start-image.ts'
import { eventually } from '#tests/eventually.ts'
import { recordingEngine, spec } from './recording-engine.ts'

function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'formlotse-image-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
  return folder
}

test.each([
  ['exits', ['sh', '-c', 'echo no store; exit 3'], 'no store'],
  ['is not found', ['/does/not/exist'], 'ENOENT'],
  ['cannot be created', undefined, 'no container'],
])('a container that %s is removed', async (_, command, message) => {
  const { engine, removed } = recordingEngine(command)
  const start = startImage(engine, spec, new AbortController().signal)
  await expect(start({ folder: temporaryFolder(), env: {} })).rejects.toThrow(message)
  expect(removed).toEqual([spec.name])
})

test('a container that is interrupted while it starts has ended when it is removed', async () => {
  const folder = temporaryFolder()
  const pidFile = path.join(folder, 'pid')
  const script = `echo $$ > ${pidFile}.part; mv ${pidFile}.part ${pidFile}; exec sleep 600`
  const { engine, removed } = recordingEngine(['sh', '-c', script])
  const running: boolean[] = []
  const remove: typeof engine.remove = (container) => {
    running.push(isRunning(Number(readFileSync(pidFile, 'utf8'))))
    return engine.remove(container)
  }
  const interruption = new AbortController()
  const start = startImage({ ...engine, remove }, spec, interruption.signal)
  const result = start({ folder, env: {} }).catch(String)
  await eventually(() => expect(existsSync(pidFile)).toBe(true))
  interruption.abort(new Error('Interrupted.'))
  expect(await result).toBe('Error: Interrupted.')
  expect(removed).toEqual([spec.name])
  expect(running).toEqual([false])
})

test('a container is removed once after a stop', async () => {
  const script = 'echo Formlotse is at http://127.0.0.1:1; exec sleep 600'
  const { engine, removed } = recordingEngine(['sh', '-c', script])
  const target = await startImage(
    engine,
    spec,
    new AbortController().signal,
  )({ folder: temporaryFolder(), env: {} })
  expect(removed).toEqual([])
  expect(await target.stop()).toEqual(['the container had to be killed'])
  await target.stop()
  expect(removed).toEqual([spec.name])
})

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
