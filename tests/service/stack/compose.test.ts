import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readEnv } from '#service/env.ts'
import { nodeFlags, nodeVariables } from '#service/stack/node-flags.ts'
import { keepSecrets } from '#service/stack/secrets.ts'
import { services } from '#service/stack/topology.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8')
const compose = textOf('compose.yaml')

/** What stands deeper than a key that stands alone in its line; the formatter keeps the file in that shape. */
function below(key: string, text = compose): string {
  const [, indent, block] = new RegExp(`^( *)${key}:\\n((?:\\1 .*\\n|\\n)*)`, 'm').exec(text) ?? []
  if (indent === undefined) throw new Error(`compose.yaml has no ${key}`)
  return block!
}

const keysIn = (block: string) => [...block.matchAll(/^ +(\w+):/gm)].map(([, name]) => name!)
const requiredIn = (block: string) => [...block.matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name!)
const environment = below('environment', below('x-service'))

describe('compose.yaml and npm run stack are the same topology', () => {
  test('the same processes have the same roles', () => {
    const blocks = [...below('services').matchAll(/^ {2}([\w-]+):\n((?: {3}.*\n|\n)+)/gm)]
    const withRoles = blocks.flatMap(([, name, block]) => {
      const roles = /\bROLES: ([\w,]+)/.exec(block!)?.[1]
      return roles === undefined ? [] : [{ name, roles }]
    })
    expect(withRoles).toEqual(services)
  })

  test('the proxy hands requests to every ingest replica', () => {
    const [, replicas] = /^\treverse_proxy (.+) \{$/m.exec(textOf('service/stack/Caddyfile'))!
    const ingest = services.filter(({ roles }) => roles === 'ingest')
    expect(replicas!.split(' ')).toEqual(ingest.map(({ name }) => `${name}:3000`))
  })

  test('nothing starts without the secrets that the stack makes for itself', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'formlotse-compose-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const made = Object.keys(keepSecrets(folder))
    expect(requiredIn(environment).toSorted()).toEqual(made.toSorted())
    // As the head of the file tells people to make them.
    const told = [...compose.matchAll(/echo (\w+)=/g)].map(([, name]) => name!)
    expect(told.toSorted()).toEqual(made.toSorted())
  })
})

describe('what compose.yaml says is understood', () => {
  test.each(keysIn(environment))('%s is a variable that the service reads', (name) => {
    // No variable takes a bell, and one that is not read refuses nothing.
    expect(() => readEnv({ [name]: '\u0007' })).toThrow(`${name} is wrong`)
  })

  test('a service with a read-only root file system gets its configuration as a file that is there', () => {
    const configs = below('configs')
    const [, file] = /^ +file: (.+)$/m.exec(configs)!
    expect(existsSync(path.join(root, file!))).toBe(true)
    expect(keysIn(configs)).toEqual(['proxy', 'file'])
  })
})

describe('the container is the service that npm start is', () => {
  const containerfile = textOf('Containerfile')

  test('with the same bounds of memory', () => {
    const [, command] = /^CMD (\[.+\])$/m.exec(containerfile)!
    expect(JSON.parse(command!)).toEqual(['node', ...nodeFlags(), 'service/main.ts'])
    const [, variables] = /^ENV (.+)$/m.exec(containerfile)!
    for (const [name, value] of Object.entries(nodeVariables()))
      expect(variables!.split(' ')).toContain(`${name}=${value}`)
  })

  test('everything that it copies is sent to the build', () => {
    const sent = textOf('.dockerignore').match(/(?<=^!)[^/\n]+/gm)!
    const copied = [...containerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)]
    const places = copied.flatMap(([, from]) => from!.split(' '))
    expect([...new Set(places)].toSorted()).toEqual(sent.toSorted())
  })
})
