/**
 * Provides `setImmediate`, which React prefers for the next part of its rendering, so that a page restored from the
 * back/forward cache goes on rendering.
 *
 * Without it, React posts a message to itself. Firefox loses a message that is on its way when the page is cached. React
 * would wait for it forever: the URL would change, but the page would not.
 */
const tasks: (() => void)[] = []
let channel = openChannel()

function openChannel(): MessageChannel {
  const opened = new MessageChannel()
  opened.port1.addEventListener('message', () => tasks.shift()?.())
  opened.port1.start()
  return opened
}

const postTask = () => channel.port2.postMessage(null)

Object.assign(window, {
  setImmediate(task: () => void) {
    tasks.push(task)
    postTask()
  },
})

window.addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return
  channel.port1.close()
  channel = openChannel()
  tasks.forEach(postTask)
})
