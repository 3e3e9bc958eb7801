import { expect, test } from 'vitest'
import { StoreRefused } from '#db/store.ts'
import { appendTo, newEvent } from '../contract/setup.ts'
import { otherProcesses } from './other-process.ts'
import { temporaryStores } from './temporary-folder.ts'

const { file, open } = temporaryStores()
const processes = otherProcesses()

test('a second service on the same file is refused, and told which file, which process and what to do', async () => {
  const other = await processes.start(file(), 'exclusive')
  expect(other.said).toBe('open')
  const refusal = await open({ exclusive: true }).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(StoreRefused)
  expect(String(refusal)).toContain(`${file()} is in use by another service (process ${other.pid})`)
  expect(String(refusal)).toMatch(
    /stop that one first, or give this one its own database by DATA_DIR or DATABASE_URL/,
  )
})

test('command-line tools may open and write while the service runs', async () => {
  const service = await open({ exclusive: true })
  const other = await processes.start(file(), 'shared')
  expect(other.said).toBe('open')
  expect(await appendTo(service, [newEvent()])).toMatchObject([{ status: 'stored' }])
})

test('after the first service was killed without warning the next one starts', async () => {
  const other = await processes.start(file(), 'exclusive')
  await other.kill()
  const service = await open({ exclusive: true })
  await service.ready()
})

test('a second service in the same process is refused too, and closing frees the lock', async () => {
  const first = await open({ exclusive: true })
  await expect(open({ exclusive: true })).rejects.toThrow(StoreRefused)
  // The refused attempt must not have taken the lock away from the one that holds it.
  expect((await processes.start(file(), 'exclusive')).said).toMatch(/^StoreRefused/)
  await first.close()
  await open({ exclusive: true })
})

test('a service that could not open leaves no lock behind', async () => {
  const first = await open()
  await expect(open({ exclusive: true, piiKey: new Uint8Array(32) })).rejects.toThrow(/PII_KEY/)
  await first.close()
  await open({ exclusive: true })
})
