// `npm run dev`: serves the site with hot reload and the service on one port. Restarts the service when its code
// changes.
import { spawn } from 'node:child_process'
import path from 'node:path'
import { createServer } from 'vite'
import config from './vite.config.ts'

const root = path.resolve(import.meta.dirname, '..')
const sitePort = Number(process.env['PORT'] ?? 3000)
const servicePort = sitePort + 1
const target = `http://127.0.0.1:${servicePort}`

const service = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'service/main.ts'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, PORT: String(servicePort), PUBLIC_URL: `http://localhost:${sitePort}` },
})

const site = await createServer({
  ...config,
  configFile: false,
  server: {
    port: sitePort,
    strictPort: true,
    proxy: Object.fromEntries(
      ['/api/', '/healthz', '/readyz', '/metrics', '/testzahlung'].map((prefix) => [prefix, target]),
    ),
  },
})
await site.listen()
console.log(`Site with hot reload: http://localhost:${sitePort} (service: ${target})`)

let stopping = false
async function stop(code: number): Promise<void> {
  if (stopping) return
  stopping = true
  service.kill('SIGTERM')
  await site.close()
  process.exit(code)
}

process.on('SIGINT', () => void stop(0))
process.on('SIGTERM', () => void stop(0))
service.on('exit', (code) => void stop(code ?? 1))
