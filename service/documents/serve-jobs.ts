import process from 'node:process'

/**
 * Runs each job that the parent sends and replies with its result (see job-process.ts). `run` must not reject. The
 * process ends with its parent. It ignores signals, which a process group gets as a whole: the parent waits for jobs
 * in flight and then kills it.
 */
export function serveJobs<Job, Reply>(run: (job: Job) => Promise<Reply>): void {
  process.on('SIGTERM', () => undefined)
  process.on('SIGINT', () => undefined)
  process.on('disconnect', () => process.exit())
  process.on('message', (job: Job) => void run(job).then((reply) => process.send!(reply)))
}
