import { createHash } from 'node:crypto'
import { serveJobs } from '#service/documents/serve-jobs.ts'

export type TestJob = 'describe' | 'hang' | 'exit' | 'allocate buffers' | 'allocate heap'

export interface Description {
  pid: number
  variables: string[]
}

// Stays referenced, so that nothing of it is freed.
const kept: unknown[] = []

/** Does what hostile files may do. A loop in native code would not see a signal or the disconnection either. */
const harm: Record<Exclude<TestJob, 'describe'>, () => void> = {
  hang: () => createHash('sha256').update('x'),
  exit: () => process.exit(3),
  'allocate buffers': () => kept.push(Buffer.alloc(16 * 1024 * 1024, 1)),
  'allocate heap': () => kept.push({ text: String(kept.length).repeat(100), list: kept.slice(-50) }),
}

// A child process for the tests of job-process.ts.
serveJobs(async (job: TestJob): Promise<Description> => {
  if (job !== 'describe') for (;;) harm[job]()
  return { pid: process.pid, variables: Object.keys(process.env) }
})
