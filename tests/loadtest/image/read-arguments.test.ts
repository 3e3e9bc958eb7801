import { expect, test } from 'vitest'
import { readArguments } from '#loadtest/image/read-arguments.ts'

test.each([
  [['--engine', 'lxc'], '--engine is wrong: read "lxc", allowed: docker, podman, buildah.'],
  [['--base', 'alpine'], '--base is wrong: read "alpine", allowed: registry, debian.'],
  [['--base', 'debian', '--engine', 'docker'], '--base debian requires buildah: read --engine docker.'],
])('%j is refused', (args, message) => {
  expect(() => readArguments(args)).toThrow(message)
})

test('the base from Debian is made and used with buildah', () => {
  expect(readArguments(['--base', 'debian'])).toEqual({ engine: 'buildah', base: 'debian', tag: 'formlotse' })
})
