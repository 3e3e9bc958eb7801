import { afterEach, expect, test, vi } from 'vitest'
import { inTasks } from '#web/ui/timing/in-tasks.ts'

const leavePage = () => window.dispatchEvent(new Event('pagehide'))

function setUp(): { done: string[]; cancel: () => void } {
  vi.useFakeTimers()
  vi.stubGlobal('window', new EventTarget())
  const done: string[] = []
  return { done, cancel: inTasks(...['a', 'b', 'c'].map((name) => () => void done.push(name))) }
}

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('each function runs in a separate task, in order and once', () => {
  const { done } = setUp()
  expect(done).toEqual([])
  vi.advanceTimersToNextTimer()
  expect(done).toEqual(['a'])
  vi.runAllTimers()
  leavePage()
  expect(done).toEqual(['a', 'b', 'c'])
})

test('when the page is left, the rest runs at once', () => {
  const { done } = setUp()
  vi.advanceTimersToNextTimer()
  leavePage()
  vi.runAllTimers()
  expect(done).toEqual(['a', 'b', 'c'])
})

test('a function that leads to a cancellation is the last', () => {
  vi.useFakeTimers()
  vi.stubGlobal('window', new EventTarget())
  const done: string[] = []
  const cancel = inTasks(
    () => {
      done.push('a')
      cancel()
    },
    () => void done.push('b'),
  )
  vi.runAllTimers()
  leavePage()
  expect(done).toEqual(['a'])
})

test('nothing runs after a cancellation', () => {
  const { done, cancel } = setUp()
  cancel()
  vi.runAllTimers()
  leavePage()
  expect(done).toEqual([])
})
