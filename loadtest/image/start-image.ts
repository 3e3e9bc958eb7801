import path from 'node:path'
import { startCommand } from '#loadtest/target/start-service.ts'
import { type StartTarget, describeExit } from '#loadtest/target/target.ts'
import type { ContainerEngine, ContainerSpec } from './engine.ts'

/** Returns a function that starts the service in a container. The container is removed if it does not start. */
export function startImage(engine: ContainerEngine, spec: ContainerSpec, signal: AbortSignal): StartTarget {
  return async ({ folder, env }) => {
    try {
      const command = await engine.command({ ...spec, env: { ...spec.env, ...env } })
      const logFile = path.join(folder, 'service.log')
      const service = await startCommand({ command, env: process.env, logFile, signal })
      let stopped: Promise<string[]> | undefined
      const stop = async () => {
        const code = await service.stop()
        await engine.remove(spec)
        return describeExit('the container', code)
      }
      return {
        url: service.url,
        env: { DATA_DIR: spec.dataDir },
        services: [],
        killable: [],
        upgradable: [],
        nodes: [],
        stop: () => (stopped ??= stop()),
      }
    } catch (error) {
      await engine.remove(spec)
      throw error
    }
  }
}
