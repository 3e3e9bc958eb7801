import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readEnv, variableNames } from '#service/config/env.ts'
import { nodeFlags, nodeVariables } from '#tools/stack/node-flags.ts'
import { readOrCreateSecrets } from '#tools/stack/secrets.ts'
import { patroniEnv } from '#tools/stack/ha/patroni-config.ts'
import { nodeNames } from '#tools/stack/ha/start-cluster.ts'
import { services } from '#tools/stack/topology.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8')
const compose = textOf('compose.yaml')

/** Returns the block that is indented below a key. The key must have no value on its own line. */
function below(key: string, text = compose): string {
  const [, indent, block] = new RegExp(`^( *)${key}:\\n((?:\\1 .*\\n|\\n)*)`, 'm').exec(text) ?? []
  if (indent === undefined) throw new Error(`compose.yaml has no ${key}`)
  return block!
}

const keysIn = (block: string) => [...block.matchAll(/^ +(\w+):/gm)].map(([, name]) => name!)
const requiredIn = (block: string) => [...block.matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name!)
const environment = below('environment', below('x-service'))

describe('compose.yaml and npm run stack have the same topology', () => {
  test('the processes have the same roles', () => {
    const blocks = [...below('services').matchAll(/^ {2}([\w-]+):\n((?: {3}.*\n|\n)+)/gm)]
    const withRoles = blocks.flatMap(([, name, block]) => {
      const roles = /\bROLES: ([\w,]+)/.exec(block!)?.[1]
      return roles === undefined ? [] : [{ name, roles }]
    })
    expect(withRoles).toEqual(services)
  })

  test('the proxy forwards to every ingest replica', () => {
    const [, replicas] = /^\treverse_proxy (.+) \{$/m.exec(textOf('tools/stack/Caddyfile'))!
    const ingest = services.filter(({ roles }) => roles === 'ingest')
    expect(replicas!.split(' ')).toEqual(ingest.map(({ name }) => `${name}:3000`))
  })

  test('proxy and service can be configured for another proxy in front, and expect none by default', () => {
    expect(environment).toContain('\n    TRUST_PROXY: ${TRUST_PROXY:-1}\n')
    const proxy = /^ {2}proxy:\n((?: {3}.*\n|\n)+)/m.exec(below('services'))![1]!
    expect(proxy).toContain('      TRUSTED_PROXIES: ${TRUSTED_PROXIES:-private_ranges}\n')
    expect(textOf('tools/stack/Caddyfile')).toMatch(
      /^\tservers \{\n\t\ttrusted_proxies static \{\$TRUSTED_PROXIES:private_ranges\}\n\t\}$/m,
    )
  })

  test('the secrets that the stack generates are required', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'formlotse-compose-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    // WEBHOOK_URL and SMTP_URL are required too: with a default value, messages could be sent to a wrong receiver.
    const required = [...Object.keys(readOrCreateSecrets(folder)), 'WEBHOOK_URL', 'SMTP_URL']
    expect(requiredIn(environment).toSorted()).toEqual(required.toSorted())
    // The shell command in the first comment of compose.yaml creates the same variables.
    const documented = [...compose.matchAll(/echo (\w+)=/g)].map(([, name]) => name!)
    expect(documented.toSorted()).toEqual(required.toSorted())
  })
})

/**
 * Returns the variables in the table of docs/configuration.md. Expands short names: `_STREET` after `PROVIDER_NAME`
 * means `PROVIDER_STREET`.
 */
function documentedVariables(): string[] {
  const [, table] = /^# Configuration\n([^]*?)^Secrets that are not given/m.exec(
    textOf('docs/configuration.md'),
  )!
  return [...table!.matchAll(/^\| (`[A-Z_`, ]+`) \|/gm)].flatMap(([, cell]) => {
    const names = [...cell!.matchAll(/`(\w+)`/g)].map(([, name]) => name!)
    const prefix = names[0]!.split('_', 1)[0]!
    return names.map((name) => (name.startsWith('_') ? prefix + name : name))
  })
}

describe('the documentation, the service and compose.yaml have the same variables', () => {
  test('the table lists exactly the variables that the service reads', () => {
    expect(documentedVariables().toSorted()).toEqual(variableNames.toSorted())
  })

  test('every variable can be set for the containers', () => {
    // These variables have fixed values: the image sets PORT and DATA_DIR, and each service in compose.yaml sets ROLES.
    const fixed = new Set(['PORT', 'DATA_DIR', 'ROLES'])
    const settable = variableNames.filter((name) => !fixed.has(name))
    expect(keysIn(environment).toSorted()).toEqual(settable.toSorted())
  })

  test('all values come from the environment, except the URL of the database', () => {
    const lines = environment.split('\n').filter((line) => /^ +\w+:/.test(line))
    const notPassedOn = lines.filter((line) => {
      const [, name, value] = /^ +(\w+):(.*)$/.exec(line)!
      return value !== '' && !value!.startsWith(` \${${name}:`)
    })
    expect(notPassedOn.map((line) => line.trim().split(':', 1)[0])).toEqual(['DATABASE_URL'])
  })

  test('every secret can be read from a file', () => {
    const file = path.join(root, 'README.md')
    for (const name of [
      'PII_KEY',
      'REPORTS_TOKEN',
      'REPORTS_PASSWORD',
      'ORDERS_PASSWORD',
      'WEBHOOK_SECRET',
      'PAYMENT_WEBHOOK_SECRET',
      'DATABASE_URL',
      'DATABASE_READ_URL',
      'SMTP_URL',
      'WEBHOOK_URL',
      'ADDRESS_URL',
      'ANALYTICS_URL',
    ])
      expect(() => readEnv({ [`${name}_FILE`]: file })).toThrow(`${name} is wrong`)
  })
})

test('the profile ha has the nodes of npm run stack -- --ha, and Patroni gets the same variables', () => {
  const blocks = [...below('services').matchAll(/^ {2}([\w-]+):\n((?: {3}.*\n|\n)+)/gm)]
  const common = /^x-patroni:.*\n((?: {2}.*\n)+)/m.exec(compose)![1]!
  const nodes = blocks.flatMap(([, name, block]) => (/<<: \*patroni/.test(block!) ? [name!] : []))
  expect(nodes).toEqual(nodeNames)
  const options = { name: 'db-1', folder: '/data', postgresFolder: '/bin', password: 'x' }
  const ports = { postgres: 1, rest: 2, postgresForNodes: 3, etcd: 4 }
  // Containers reach etcd without a link, so Patroni may learn its address from etcd.
  const local = new Set(['PATRONI_ETCD3_HOST', 'PATRONI_ETCD3_USE_PROXIES'])
  const expected = Object.keys(patroniEnv({ ...options, ports })).filter((name) => !local.has(name))
  for (const name of nodes) {
    const given = [...keysIn(common), ...keysIn(below('environment', below(name)))]
    expect(given.toSorted()).toEqual([...expected, 'PATRONI_ETCD3_HOSTS'].toSorted())
  }
})

describe('containers store no personal data permanently', () => {
  const blocks = [...below('services').matchAll(/^ {2}([\w-]+):\n((?: {3}.*\n|\n)+)/gm)]

  test('the inbox and the mail catcher run only in the trial profile', () => {
    const inTrial = blocks
      .filter(([, , block]) => /^ +profiles: \[trial\]$/m.test(block!))
      .map(([, name]) => name)
    expect(inTrial).toEqual(['inbox', 'mail'])
    expect(below('inbox')).not.toContain('--full')
  })

  test('every log is rotated', () => {
    for (const key of ['x-service', 'x-node']) expect(below(key)).toMatch(/^ +logging: \*logging$/m)
    for (const [, name, block] of blocks)
      expect(block, name).toMatch(/^ +(logging: \*logging|<<: \*(service|node))$/m)
    expect(compose).toMatch(
      /^x-logging: &logging.*\n {2}driver: json-file\n {2}options: \{ max-size: \d+m, max-file: '\d+' \}$/m,
    )
  })
})

describe('compose.yaml is valid', () => {
  test.each(keysIn(environment))('%s is a variable that the service reads', (name) => {
    // `readEnv` rejects a control character in every variable that the service reads, and ignores all other variables.
    // The error therefore proves that the service reads this variable.
    expect(() => readEnv({ [name]: '\u0007' })).toThrow(`${name} is wrong`)
  })

  test('the configuration file of the proxy exists and is mounted as a config', () => {
    const configs = below('configs')
    const [, file] = /^ +file: (.+)$/m.exec(configs)!
    expect(existsSync(path.join(root, file!))).toBe(true)
    expect(keysIn(configs)).toEqual(['proxy', 'file'])
  })
})

describe('the container runs the same service as npm start', () => {
  const containerfile = textOf('Containerfile')

  test('with the same memory limits', () => {
    const [, command] = /^CMD (\[.+\])$/m.exec(containerfile)!
    expect(JSON.parse(command!)).toEqual(['node', ...nodeFlags(), 'service/dist/main.mjs'])
    const [, variables] = /^ENV (.+)$/m.exec(containerfile)!
    for (const [name, value] of Object.entries(nodeVariables()))
      expect(variables!.split(' ')).toContain(`${name}=${value}`)
  })

  test('with a build context of exactly the copied files', () => {
    const included = textOf('.dockerignore').match(/(?<=^!).+?(?=\/?$)/gm)!
    const copied = [...containerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)]
    const places = copied.flatMap(([, from]) => from!.split(' '))
    expect([...new Set(places)].toSorted()).toEqual(included.toSorted())
  })
})

describe('the systemd unit runs the same service as npm start', () => {
  const file = path.join(root, 'docs/operations/formlotse.service')
  const unit = textOf('docs/operations/formlotse.service')
  const valueOf = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1]

  test('and refuses to start an outdated build', () => {
    expect(valueOf('ExecStartPre')).toMatch(/\/bin\/node setup\.mjs built$/)
  })

  test('with the same memory limits, restarts on failure, and enough time to stop', () => {
    expect(valueOf('ExecStart')).toMatch(
      new RegExp(`/bin/node ${nodeFlags().join(' ')} service/dist/main\\.mjs$`),
    )
    for (const [name, value] of Object.entries(nodeVariables()))
      expect(unit).toContain(`\nEnvironment=${name}=${value}\n`)
    expect([valueOf('Restart'), valueOf('UMask'), valueOf('StateDirectoryMode')]).toEqual([
      'on-failure',
      '0077',
      '0700',
    ])
    // These values disable the start limit, so systemd restarts the service however often it fails.
    expect([valueOf('StartLimitIntervalSec'), valueOf('StartLimitBurst')]).toEqual(['0', undefined])
    // The service takes at most 10 s to stop.
    expect(Number.parseInt(valueOf('TimeoutStopSec')!, 10)).toBeGreaterThan(10)
  })

  test.skipIf(!existsSync('/usr/bin/systemd-analyze'))('passes systemd-analyze verify', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'formlotse-unit-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const copy = path.join(folder, 'formlotse.service')
    // systemd-analyze requires the program in the unit file to exist.
    writeFileSync(copy, readFileSync(file, 'utf8').replaceAll('/opt/formlotse', root))
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', copy], { encoding: 'utf8' })
    expect([status, stderr.split('\n').filter((line) => line.includes('formlotse.service'))]).toEqual([0, []])
  })
})
