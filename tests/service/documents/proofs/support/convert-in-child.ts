import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { ProofRequest } from '#service/documents/proofs/convert-proof.ts'
import type { ProofResult } from '#service/documents/proofs/proof-page.ts'
import { maxLetterProofPages } from '#domain/uploads/proof-rules.ts'
import type { UploadType } from '#domain/uploads/upload-types.ts'

/** Limits of the process that converts proofs in production. */
export const childLimits = { memoryBytes: 512 * 1024 * 1024, ms: 20_000 }

/** Address space that V8 reserves for code. The kernel counts it, although almost none of it is used. */
const codeRangeBytes = 512 * 1024 * 1024

export interface Conversion {
  /** `tooComplex` if the child died or was killed. */
  result: ProofResult
  /** Time of the conversion itself, in ms. */
  ms: number
  /** Maximum resident memory of the child, in bytes; 0 if it died. */
  peakBytes: number
  /** Set if the child died: the signal or the exit code. */
  died?: string
}

/** Starts a child process that can allocate at most `memoryBytes`. The kernel enforces the limit. */
export function startChild(): ChildProcess {
  const script = path.join(import.meta.dirname, 'proof-child.ts')
  const limited = `ulimit -d ${(childLimits.memoryBytes + codeRangeBytes) / 1024} && ulimit -c 0 && exec "$0" "$@"`
  return spawn('sh', ['-c', limited, process.execPath, script], {
    stdio: ['ignore', 'ignore', process.env['PROOF_CHILD_STDERR'] ? 'inherit' : 'ignore', 'ipc'],
    serialization: 'advanced',
    env: { PATH: process.env['PATH'], MALLOC_ARENA_MAX: '2' },
  })
}

/** Converts a file in a separate child process, with the limits of production. */
export async function convertInChild(
  content: Uint8Array,
  type: UploadType,
  { pagesLeft = maxLetterProofPages, child = startChild() } = {},
): Promise<Conversion> {
  const startedAt = performance.now()
  const timer = setTimeout(() => child.kill('SIGKILL'), childLimits.ms)
  const replies: Conversion[] = []
  child.once('message', (reply: Conversion) => replies.push(reply))
  child.send({ content, type, pagesLeft } satisfies ProofRequest)
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null]
  clearTimeout(timer)
  return (
    replies[0] ?? {
      result: { code: 'tooComplex' },
      ms: performance.now() - startedAt,
      peakBytes: 0,
      died: signal ?? String(code),
    }
  )
}
