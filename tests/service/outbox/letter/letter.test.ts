import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { done, handOver } from '#service/outbox/destinations/letter/letter.ts'
import { createPingen } from '#service/outbox/destinations/letter/pingen/pingen.ts'
import { createPostFolder } from '#service/outbox/destinations/letter/post-folder.ts'
import { aLetter } from './a-letter.ts'
import { account, openPingen } from './pingen-stand-in.ts'

const signal = new AbortController().signal

const notRecorded = () => Promise.reject(new Error('recorded'))

test('a letter whose record fails is handed over again, and posted once', async () => {
  const pingen = await openPingen()
  const service = createPingen({ account: { ...account, api: pingen.api }, now: pingen.now })
  const letter = aLetter()
  const recorded: string[] = []
  const task = handOver(service, letter, async (letterId) => {
    recorded.push(letterId)
    if (recorded.length === 1) throw new Error('the store is unavailable')
    return done
  })
  await expect(task(signal)).rejects.toThrow('unavailable')
  pingen.advance(120_000)
  expect(await task(signal)).toEqual(done)
  expect(recorded).toEqual([pingen.letters[0]!.id, pingen.letters[0]!.id])
  expect(pingen.posted()).toHaveLength(1)
  await pingen.close()
})

test('a letter that is refused is not recorded as handed over', async () => {
  const data = await mkdtemp(path.join(tmpdir(), 'post-'))
  const service = createPostFolder({ folder: path.join(data, 'post'), now: () => 0 })
  const result = await handOver(service, aLetter({ pages: 51 }), notRecorded)(signal)
  expect(result).toMatchObject({ code: 'dead', error: 'the PDF has more than 50 pages' })
  expect(await readdir(data)).toEqual([])
  await rm(data, { recursive: true })
})
