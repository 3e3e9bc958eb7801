import { setTimeout as sleep } from 'node:timers/promises'
import type { Store } from '#db/store.ts'
import { createPastReports } from './past-reports.ts'
import { type Scan, createScan } from './scan.ts'

/** What reports of one page have in common: one scan answers all of them. */
export interface Question {
  asOf: number
  /** Where the log ends for reports now. */
  checkpoint: number
  from: string
  to: string
  funnel?: string | undefined
}

export interface PastStore {
  store: Store
  scan: Scan
}

export type Asked = { kind: 'computing'; done: number; of: number } | { kind: 'ready'; past: PastStore }

export interface QuestionSettings {
  store: Store
  now: () => number
  /** A difference that is worked out within it is answered at once. */
  patienceMs?: number
  /** A question that nobody asks for so long is given up. */
  givenUpAfterMs?: number
  /** Questions that are kept. */
  most?: number
}

interface Job {
  past: PastStore
  /** Where the log ended for reports when it was last looked. */
  target: number
  askedAt: number
  dropped: boolean
  ready: boolean
  /** Rejects when the store fails; the next one who asks begins anew. */
  finished: Promise<void>
}

/**
 * Questions about the past, worked out in the background: one at a time, so that asking for many takes no more from
 * the visitors than asking for one, and given up when nobody wants to know any more.
 */
export function createQuestions(settings: QuestionSettings) {
  const { store, now, patienceMs = 250, givenUpAfterMs = 60_000, most = 8 } = settings
  const jobs = new Map<string, Job>()
  let last: Promise<unknown> = Promise.resolve()

  async function work(job: Job): Promise<void> {
    const { scan } = job.past
    for (;;) {
      job.target = (await store.projections.live()).checkpoint
      if (scan.position() >= job.target) break
      while (scan.position() < job.target) {
        if (now() - job.askedAt > givenUpAfterMs) job.dropped = true
        if (job.dropped) return
        await scan.step(job.target)
      }
    }
    job.ready = true
  }

  function begin(key: string, question: Question): Job {
    const scan = createScan({ store, ...question })
    const reports = createPastReports({ store, asOf: question.asOf, scan })
    const job: Job = {
      past: { store: { ...store, reports }, scan },
      target: question.checkpoint,
      askedAt: now(),
      dropped: false,
      ready: false,
      finished: last.then(() => work(job)),
    }
    const ended = () => {
      if (!job.ready && jobs.get(key) === job) jobs.delete(key)
    }
    last = job.finished.then(ended, ended)
    jobs.set(key, job)
    makeRoom()
    return job
  }

  /** The one that was asked for longest ago goes first. */
  function makeRoom(): void {
    for (const [key, job] of [...jobs].toSorted(([, a], [, b]) => a.askedAt - b.askedAt)) {
      if (jobs.size <= most) return
      job.dropped = true
      jobs.delete(key)
    }
  }

  return {
    async ask(question: Question): Promise<Asked> {
      const { asOf, from, to, funnel } = question
      const key = JSON.stringify([asOf, from, to, funnel])
      const job = jobs.get(key) ?? begin(key, question)
      job.askedAt = now()
      await Promise.race([job.finished, sleep(patienceMs)])
      if (job.ready) return { kind: 'ready', past: job.past }
      return { kind: 'computing', done: job.past.scan.position() - asOf, of: job.target - asOf }
    },
    /** Questions that are kept or worked at. */
    size: () => jobs.size,
  }
}
