import { expect, onTestFinished, test } from 'vitest'
import { type MemberOptions, startMember } from '#tools/stack/member.ts'
import { eventually } from '#tests/eventually.ts'

/** Starts a member (a child process of the stack) that runs a script. */
async function start(script: string, over: Partial<MemberOptions> = {}) {
  const notices: string[] = []
  const lines: string[] = []
  const failures: Error[] = []
  const member = await startMember(
    {
      name: 'member',
      command: process.execPath,
      args: ['-e', script],
      env: {},
      ready: async () => lines.length > 0,
      stopSignal: 'SIGTERM',
      ...over,
    },
    {
      onNotice: (line) => notices.push(line),
      onLine: (_, line) => lines.push(line),
      onFailure: (error) => failures.push(error),
    },
  )
  onTestFinished(async () => void (await member.stop()))
  return { member, notices, lines, failures }
}

const alive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('restarts a killed member, but not a stopped one', async () => {
  const { member, notices, lines } = await start('console.log(process.pid); setInterval(() => {}, 1000)')
  const first = member.pid()!
  member.kill('SIGKILL')
  await eventually(() => expect(lines).toHaveLength(2))
  expect(notices).toEqual(['member exited with SIGKILL and is restarted'])
  expect(alive(first)).toBe(false)
  const second = member.pid()!
  expect(alive(second)).toBe(true)
  await member.stop()
  expect(alive(second)).toBe(false)
  expect(lines).toHaveLength(2)
})

const printing = (line: string) =>
  `process.once('SIGTERM', () => process.exit(0)); console.log('${line}'); setInterval(() => {}, 1000)`

test('restarts with other arguments', async () => {
  const { member, notices, lines } = await start(printing('before'))
  const first = member.pid()!
  expect(await member.restartWith(['-e', printing('after')])).toBe(0)
  expect(alive(first)).toBe(false)
  await eventually(() => expect(lines).toEqual(['before', 'after']))
  expect(notices).toEqual([])
  // From now on, the other arguments are also used after a crash.
  member.kill('SIGKILL')
  await eventually(() => expect(lines).toEqual(['before', 'after', 'after']))
})

test(
  'stops restarting a member that keeps exiting and reports its last output',
  { timeout: 30_000 },
  async () => {
    const { failures, lines } = await start('console.log("no disk"); process.exit(3)')
    await eventually(() => expect(failures).toHaveLength(1))
    expect(failures[0]!.message).toMatch(/^member exited 5 times, last with code 3:\n.*no disk/)
    expect(lines).toHaveLength(5)
  },
)

test('rejects with the output of a member that never becomes ready, and stops it', async () => {
  const script = 'console.error("PORT is wrong"); process.exit(1)'
  await expect(start(script, { ready: async () => false })).rejects.toThrow(
    /^member did not become ready:\n {2}PORT is wrong/,
  )
})

test('kills a member that ignores its stop signal', { timeout: 30_000 }, async () => {
  const { member } = await start(
    'process.on("SIGTERM", () => {}); console.log(1); setInterval(() => {}, 1000)',
    {
      stopTimeoutMs: 200,
    },
  )
  const pid = member.pid()!
  await member.stop()
  expect(alive(pid)).toBe(false)
})
