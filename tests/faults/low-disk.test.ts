// @module-tag slow
import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { engines } from '#tests/faults/support/engines.ts'
import { currentForm } from '#tests/faults/support/current-form.ts'
import { eventNow, postEvents } from '#tests/faults/support/post-events.ts'
import { reportsToken } from '#tests/faults/support/secrets.ts'
import { serviceProcesses } from '#tests/faults/support/service-process.ts'
import { canMount, mountDisk } from '#tests/faults/support/small-disk.ts'

// MIN_FREE_DISK applies to a whole file system, so the test mounts a separate one for the data directory of the
// service. The PostgreSQL server keeps its files on a different disk.

const services = serviceProcesses()
afterEach(() => services.killAll())

describe.each(engines)('on $name', { timeout: 60_000 }, (engine) => {
  test.skipIf(!canMount())(
    'below MIN_FREE_DISK only orders are accepted until there is space again',
    async () => {
      const disk = mountDisk(64)!
      try {
        const database = await engine.create(disk.folder)
        const service = await services.start({ ...database.env, LANE_WAIT_MS: '0', MIN_FREE_DISK: '32MB' })
        const get = (target: string) =>
          fetch(`${service.url}${target}`, { headers: { authorization: `Bearer ${reportsToken}` } })
        expect((await postEvents(service.url, [eventNow('start')])).status).toBe(200)

        const ballast = path.join(disk.folder, 'ballast')
        writeFileSync(ballast, Buffer.alloc(40 * 1024 * 1024))
        await expect.poll(async () => (await postEvents(service.url, [eventNow('start')])).status).toBe(503)
        const { retryAfter, contentType } = await postEvents(service.url, [eventNow('step')])
        expect(Number(retryAfter)).toBeGreaterThanOrEqual(1)
        expect(contentType).toBe('application/problem+json')
        const order = await postEvents(service.url, [eventNow('complete', { form: currentForm(), step: 4 })])
        expect(order.results).toMatchObject([{ status: 'stored' }])
        const ready = await get('/readyz')
        expect(ready.status).toBe(200)
        expect(JSON.stringify(await ready.json())).toContain('below MIN_FREE_DISK (32 MB)')
        const metrics = await (await get('/metrics')).text()
        const free = Number(/^formlotse_disk_free_bytes (\d+)$/m.exec(metrics)![1])
        expect(free).toBeGreaterThan(0)
        expect(free).toBeLessThan(32 * 1024 * 1024)

        rmSync(ballast)
        await expect.poll(async () => (await postEvents(service.url, [eventNow('start')])).status).toBe(200)
      } finally {
        await services.killAll()
        disk.remove()
      }
    },
  )
})
