import process from 'node:process'
import { pino } from 'pino'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type JobProcess, type JobProcessOptions, createJobProcess } from '#service/documents/job-process.ts'
import type { Description, TestJob } from '#tests/service/documents/support/test-process.ts'

const script = new URL('./support/test-process.ts', import.meta.url)
const opened: JobProcess<TestJob, Description>[] = []

afterEach(async () => {
  vi.unstubAllEnvs()
  await Promise.all(opened.splice(0).map((jobs) => jobs.stop()))
})

function open(options: Partial<JobProcessOptions> = {}) {
  const jobs = createJobProcess<TestJob, Description>({ script, log: pino({ level: 'silent' }), ...options })
  opened.push(jobs)
  return jobs
}

async function describeOf(jobs: JobProcess<TestJob, Description>): Promise<Description> {
  const result = await jobs.run('describe')
  if (result.code !== 'done') throw new Error(result.code)
  return result.reply
}

test('the process gets no secrets', async () => {
  vi.stubEnv('PII_KEY', 'secret')
  const { variables } = await describeOf(open())
  expect(variables).toContain('PATH')
  expect(variables.filter((name) => /KEY|SECRET|PASSWORD|TOKEN|URL/.test(name))).toEqual([])
})

describe('a job that', () => {
  test.each<{ job: TestJob; code: string }>([
    { job: 'exit', code: 'died' },
    { job: 'allocate buffers', code: 'died' },
    { job: 'allocate heap', code: 'died' },
    { job: 'hang', code: 'timeout' },
  ])('should $job costs only itself', { timeout: 30_000 }, async ({ job, code }) => {
    const jobs = open({ timeoutMs: job === 'hang' ? 2000 : 20_000 })
    const { pid } = await describeOf(jobs)
    const [result, next] = await Promise.all([jobs.run(job), describeOf(jobs)])
    expect(result).toEqual({ code })
    expect(next.pid).not.toBe(pid)
    expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  })
})

test('a process keeps its jobs when its group is asked to end', async () => {
  const jobs = open()
  const { pid } = await describeOf(jobs)
  process.kill(pid, 'SIGTERM')
  process.kill(pid, 'SIGINT')
  expect((await describeOf(jobs)).pid).toBe(pid)
})

test('a process is replaced after its number of jobs', async () => {
  const jobs = open({ maxJobs: 2 })
  const pids = [await describeOf(jobs), await describeOf(jobs), await describeOf(jobs)].map(({ pid }) => pid)
  expect(pids[0]).toBe(pids[1])
  expect(pids[2]).not.toBe(pids[0])
})

test('jobs are refused when too many wait, and when the process is stopped', async () => {
  const jobs = open({ maxWaiting: 1 })
  const results = [jobs.run('describe'), jobs.run('describe'), jobs.run('describe')]
  expect((await Promise.all(results)).map(({ code }) => code)).toEqual(['done', 'done', 'busy'])
  const hanging = jobs.run('hang')
  const waiting = jobs.run('describe')
  await jobs.stop()
  expect([await hanging, await waiting, await jobs.run('describe')].map(({ code }) => code)).toEqual([
    'stopped',
    'stopped',
    'stopped',
  ])
})
