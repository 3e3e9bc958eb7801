import { expect, onTestFinished, test } from 'vitest'
import { openTestService } from '#tests/service/harness.ts'

async function warnings(trustProxy: number, requests: Record<string, string>[]) {
  const service = await openTestService({ settings: { trustProxy } })
  onTestFinished(() => service.close())
  for (const headers of requests) await service.app.request('/healthz', { headers })
  const lines = service.lines.map(
    (line) => JSON.parse(line) as { level: number; msg: string; header?: string },
  )
  expect(service.lines.join()).not.toContain('198.51.100.7')
  return lines.filter(({ msg }) => msg.includes('TRUST_PROXY')).map(({ level, header }) => [level, header])
}

test.each([
  ['X-Forwarded-For', { 'x-forwarded-for': '198.51.100.7' }],
  ['Forwarded', { forwarded: 'for=198.51.100.7' }],
])('%s is logged once and without the address if no proxy is trusted', async (name, headers) => {
  expect(await warnings(0, [{}, headers, headers, { forwarded: 'for=198.51.100.7' }])).toEqual([[40, name]])
})

test('nothing is logged for a trusted proxy or without a proxy', async () => {
  expect(await warnings(1, [{ 'x-forwarded-for': '198.51.100.7' }])).toEqual([])
  expect(await warnings(0, [{}, {}])).toEqual([])
})
