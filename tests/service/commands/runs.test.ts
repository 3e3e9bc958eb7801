import { v5 } from 'uuid'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { CommandRefused, UsageError } from '#service/commands/command-errors.ts'
import { readRunCommand } from '#service/commands/run-commands.ts'
import { noon, storedEvent } from '#tests/build-events.ts'
import { projectedEngines } from '#tests/service/projections/projected-engines.ts'
import type { ProjectedStore } from '#tests/service/projections/projected-store.ts'
import { runCommand } from './run-command.ts'

const runId = '0197a000-0000-7000-8000-000000000001'
const ordered = '0197a000-0000-7000-8000-000000000002'
const unknown = '0197a000-0000-7000-8000-000000000003'

describe.each(projectedEngines())('npm run runs on $name', ({ open }) => {
  let projected: ProjectedStore
  beforeEach(async () => {
    projected = await open()
    const { store, append, catchUp } = projected
    await append(
      storedEvent('start', { runId }),
      storedEvent('step', { runId, receivedAt: noon + 1000 }),
      storedEvent('step', { runId, receivedAt: noon + 2000 }),
    )
    const { position: _, ...complete } = storedEvent('complete', { runId: ordered })
    const personal = { form: { vorname: 'Łucja' } }
    await store.log.append({ events: [{ ...complete, personal, once: `order:${ordered}` }] })
    await catchUp()
  })
  afterEach(() => projected.close())

  const runs = (...args: string[]) =>
    readRunCommand(args)({ store: projected.store, now: () => noon, destinations: [] })

  test('shows the events of a run without personal data', async () => {
    const shown = await runs('show', runId)
    expect(shown).toMatch(/^Run +0197a000-0000-7000-8000-000000000001$/m)
    expect(shown).toMatch(/^Events +3 \(start 1, step 2\)$/m)
    expect(shown).toMatch(/^Bytes +\d{3,4}, /m)
    expect(shown).toMatch(/^First +2026-11-20T10:00:00.000Z at position 1$/m)
    expect(shown).toMatch(/^Last +2026-11-20T10:00:02.000Z at position 3$/m)
    expect(shown).toMatch(/^Order +none$/m)
    expect(shown).toMatch(/^Excluded +no$/m)
    const withOrder = await runs('show', ordered)
    expect(withOrder).toMatch(/^Order +FL-TEST of 2026-11-20T10:00:00.000Z$/m)
    expect(withOrder).not.toContain('Łucja')
  })

  test('excludes a run and includes it again', async () => {
    const { store, rows } = projected
    const before = await rows()
    await runs('exclude', runId.toUpperCase(), '--reason', 'a flood')
    expect((await rows()).runs).toHaveLength(1)
    expect(await runs('show', runId)).toMatch(
      /^Excluded +since 2026-11-20T10:00:00.000Z by the operator: a flood$/m,
    )
    await expect(runs('exclude', runId)).rejects.toThrow(CommandRefused)
    await runs('include', runId)
    expect(await rows()).toEqual(before)
    expect(await store.exclusions.find(runId)).toBeUndefined()
    await expect(runs('include', runId)).rejects.toThrow('is not excluded')
  })

  test('excludes a run with an order only with --force', async () => {
    const { store, rows } = projected
    await expect(runs('exclude', ordered)).rejects.toThrow('--force')
    expect(await store.exclusions.find(ordered)).toBeUndefined()
    await runs('exclude', ordered, '--force')
    expect((await rows()).orders).toEqual([])
  })

  test('refuses an unknown run', async () => {
    for (const command of ['show', 'exclude'])
      await expect(runs(command, unknown)).rejects.toThrow('There is no run')
    await expect(runs('include', unknown)).rejects.toThrow('is not excluded')
  })

  test('lists only client events whose id could be computed', async () => {
    expect(await runs('forged')).toBe('None of 4 events has an id that a client could have forged.')
    const id = v5(`paid:${ordered}`, 'b7a1c0de-5e1f-4c0a-9f6e-0d4f1e8a2c55')
    await projected.append(storedEvent('step', { runId, id }), storedEvent('lapsed', { id: v5('x', id) }))
    const listed = await runs('forged')
    expect(listed).toMatch(/^1 of 6 events have an id/)
    expect(listed).toContain(`5  ${runId}  step  ${id}`)
  })

  test('works as a command while the service runs', async () => {
    const { env, store } = projected
    const done = await runCommand('runs', ['exclude', runId], env)
    expect(done).toMatchObject({ code: 0, output: expect.stringContaining('is excluded') as string })
    expect(await store.exclusions.find(runId)).toMatchObject({ by: 'operator', reason: '' })
    expect(await runCommand('runs', ['exclude', ordered], env)).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^Run \S+ has an order: .*--force.*\n$/) as string,
    })
  })
})

test.each([
  [[], 'A command is missing.'],
  [['quarantine', runId], 'There is no command "quarantine".'],
  [['show'], '<runId> is missing.'],
  [['forged', runId], `Unexpected argument "${runId}".`],
  [['show', 'abc'], '<runId> is wrong: read "abc", allowed: a UUID.'],
  [['show', runId, 'more'], 'Unexpected argument "more".'],
  [['show', runId, '--force'], '--force does not go with show.'],
  [['include', runId, '--reason', 'x'], '--reason does not go with include.'],
  [['exclude', runId, '--reason', 'x'.repeat(501)], '--reason is wrong: at most 500 characters are allowed.'],
  [['exclude', runId, '--unknown'], "Unknown option '--unknown'"],
])('refuses wrong arguments %j and names the allowed ones', (args, message) => {
  const read = () => readRunCommand(args)
  expect(read).toThrow(UsageError)
  expect(read).toThrow(message)
})
