import { expect, onTestFinished, test } from 'vitest'
import { type MemberOptions, startMember } from '#service/stack/member.ts'
import { eventually } from '#tests/eventually.ts'

/** A process that says its number and then does what the script says. */
async function start(script: string, over: Partial<MemberOptions> = {}) {
  const told: string[] = []
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
      tell: (line) => told.push(line),
      onLine: (_, line) => lines.push(line),
      onFailure: (error) => failures.push(error),
    },
  )
  onTestFinished(async () => void (await member.stop()))
  return { member, told, lines, failures }
}

const alive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('one that is killed is named and started again, and one that is asked to end stays away', async () => {
  const { member, told, lines } = await start('console.log(process.pid); setInterval(() => {}, 1000)')
  const first = member.pid()!
  member.kill('SIGKILL')
  await eventually(() => expect(lines).toHaveLength(2))
  expect(told).toEqual(['member ended with SIGKILL and is started again'])
  expect(alive(first)).toBe(false)
  const second = member.pid()!
  expect(alive(second)).toBe(true)
  await member.stop()
  expect(alive(second)).toBe(false)
  expect(lines).toHaveLength(2)
})

test('one that ends again and again is given up with its last words', { timeout: 30_000 }, async () => {
  const { failures, lines } = await start('console.log("no disk"); process.exit(3)')
  await eventually(() => expect(failures).toHaveLength(1))
  expect(failures[0]!.message).toMatch(/^member ended 5 times, last with code 3:\n.*no disk/)
  expect(lines).toHaveLength(5)
})

test('one that never comes to work is an error that repeats its words, and does not stay', async () => {
  const script = 'console.error("PORT is wrong"); process.exit(1)'
  await expect(start(script, { ready: async () => false })).rejects.toThrow(
    /^member does not come to work:\n {2}PORT is wrong/,
  )
})

test('one that does not listen is killed', { timeout: 30_000 }, async () => {
  const { member } = await start(
    'process.on("SIGTERM", () => {}); console.log(1); setInterval(() => {}, 1000)',
    {
      stopWithinMs: 200,
    },
  )
  const pid = member.pid()!
  await member.stop()
  expect(alive(pid)).toBe(false)
})
