import { expect, test } from 'vitest'
import { openWakeUps } from '#db/postgres/replicas/wake-ups.ts'
import { postgresDatabases } from '#tests/postgres/databases.ts'

const databases = postgresDatabases()
const onError = () => undefined

test(
  'a wake-up reaches one of the processes that listen, and none that has stopped',
  { timeout: 60_000 },
  async () => {
    const url = await databases.url()
    const [one, other] = [await openWakeUps({ url, onError }), await openWakeUps({ url, onError })]
    const woken: string[] = []
    const end = await one.listen('test', () => void woken.push('one'))
    await other.wake('test')
    await expect.poll(() => woken, { timeout: 20_000 }).toEqual(['one'])
    await end()
    const endOther = await other.listen('test', () => void woken.push('other'))
    await one.wake('test', 1000)
    await expect.poll(() => woken, { timeout: 20_000 }).toEqual(['one', 'other'])
    await endOther()
    await Promise.all([one.close(), other.close()])
  },
)
