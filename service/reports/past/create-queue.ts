/** Returns a function that runs tasks one after another. If a task fails, the next task is run nevertheless. */
export function createQueue() {
  let last: Promise<unknown> = Promise.resolve()
  return <Result>(task: () => Promise<Result>): Promise<Result> => {
    const turn = last.then(task, task)
    last = turn
    return turn
  }
}
