import { readFileSync } from 'node:fs'
import { convertProof, type ProofRequest } from '#service/documents/proofs/convert-proof.ts'

// Converts one file that the parent sends, and reports what that took.
process.once('message', (request: ProofRequest) => void convert(request))

async function convert(request: ProofRequest): Promise<void> {
  const startedAt = performance.now()
  const result = await convertProof(request)
  const ms = performance.now() - startedAt
  process.send!({ result, ms, peakBytes: peakBytes() }, () => process.disconnect())
}

/** Returns the maximum resident memory. `process.resourceUsage()` would include the process that started this one. */
function peakBytes(): number {
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
  return Number(kilobytes) * 1024
}
