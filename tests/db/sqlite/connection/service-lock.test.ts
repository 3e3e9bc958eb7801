import { expect, test } from 'vitest'
import { StoreRefused } from '#db/ports/store.ts'
import { appendTo, newEvent } from '#tests/db/contract/setup.ts'
import { otherProcesses } from './other-process.ts'
import { temporaryStores } from '#tests/db/sqlite/temporary-folder.ts'

const { file, open } = temporaryStores()
const processes = otherProcesses()

test('a second service on the same file is refused with the file, the process and advice', async () => {
  const other = await processes.start(file(), 'exclusive')
  expect(other.output).toBe('open')
  const refusal = await open({ exclusive: true }).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(StoreRefused)
  expect(String(refusal)).toContain(`${file()} is in use by another service (process ${other.pid})`)
  expect(String(refusal)).toMatch(
    /stop it first, or give this service its own database with DATA_DIR or DATABASE_URL/,
  )
})

test('command-line tools can open and write while the service runs', async () => {
  const service = await open({ exclusive: true })
  const other = await processes.start(file(), 'shared')
  expect(other.output).toBe('open')
  expect(await appendTo(service, [newEvent()])).toMatchObject([{ status: 'stored' }])
})

test('the next service starts after the first one was killed', async () => {
  const other = await processes.start(file(), 'exclusive')
  await other.kill()
  const service = await open({ exclusive: true })
  await service.ready()
})

test('a second service in the same process is also refused, and closing frees the lock', async () => {
  const first = await open({ exclusive: true })
  await expect(open({ exclusive: true })).rejects.toThrow(StoreRefused)
  // The refused attempt must not have released the lock of `first`.
  expect((await processes.start(file(), 'exclusive')).output).toMatch(/^StoreRefused/)
  await first.close()
  await open({ exclusive: true })
})

test('a service that could not open leaves no lock', async () => {
  const first = await open()
  await expect(open({ exclusive: true, piiKey: new Uint8Array(32) })).rejects.toThrow(/PII_KEY/)
  await first.close()
  await open({ exclusive: true })
})
