import type { ContainerEngine, ContainerSpec } from '#loadtest/image/engine.ts'

export const spec: ContainerSpec = {
  image: 'formlotse',
  name: 'formlotse-test',
  dataDir: '/does/not/exist',
  user: { uid: 1000, gid: 1000 },
  env: {},
}

/**
 * Returns an engine that runs a command on this machine in place of a container, or cannot create the container if there
 * is none, and the names of the containers that were removed.
 */
export function recordingEngine(command: string[] | undefined) {
  const removed: string[] = []
  const engine: ContainerEngine = {
    name: 'docker',
    pull: () => Promise.resolve(),
    build: () => Promise.resolve(),
    size: () => Promise.resolve(0),
    user: () => Promise.resolve('node'),
    command: () => (command ? Promise.resolve(command) : Promise.reject(new Error('no container'))),
    remove({ name }) {
      removed.push(name)
      return Promise.resolve()
    },
  }
  return { engine, removed }
}
