import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { processorTime, processorTimeOfTree } from '#loadtest/bench/setup/processor-time.ts'

/** Uses the processor for `ms`, as this process counts it, and returns the time used. */
function work(ms: number): number {
  const before = process.cpuUsage()
  for (;;) {
    const { user, system } = process.cpuUsage(before)
    if ((user + system) / 1000 >= ms) return (user + system) / 1000
  }
}

const burn = (ms: number) =>
  `const t = process.cpuUsage(); for (;;) { const { user, system } = process.cpuUsage(t); if (user + system >= ${ms * 1000}) break }`

test('the processor time of a process is what the process has counted itself', () => {
  const before = processorTime(process.pid)!
  const used = work(300)
  const measured = processorTime(process.pid)! - before
  expect(measured).toBeGreaterThanOrEqual(used - 20)
  // Other threads of the runner work meanwhile.
  expect(measured).toBeLessThan(used + 500)
})

test('the processor time of a tree contains running and ended children', async () => {
  const script = `
    const { spawn } = require('node:child_process')
    const child = (code) => spawn(process.execPath, ['-e', code], { stdio: ['pipe', 'pipe', 'inherit'] })
    child(${JSON.stringify(burn(200))}).on('exit', () => {
      const running = child(${JSON.stringify(`${burn(300)}; console.log('done'); process.stdin.resume()`)})
      running.stdout.once('data', () => console.log('ready'))
      process.stdin.on('end', () => running.kill()).resume()
    })`
  const parent = spawn(process.execPath, ['-e', script], { stdio: ['pipe', 'pipe', 'inherit'] })
  await once(parent.stdout, 'data')
  const alone = processorTime(parent.pid!)!
  expect(processorTimeOfTree(parent.pid!)! - alone).toBeGreaterThanOrEqual(450)
  parent.stdin.end()
  await once(parent, 'exit')
  expect(processorTimeOfTree(parent.pid!)).toBeUndefined()
})
