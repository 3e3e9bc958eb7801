/** Returns a function that runs tasks one after another; a failed task does not stop the later ones. */
export function createQueue() {
  let last: Promise<unknown> = Promise.resolve()
  return <Result>(task: () => Promise<Result>): Promise<Result> => {
    const turn = last.then(task, task)
    last = turn
    return turn
  }
}
