import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { containerfile, readBaseImage } from '#loadtest/image/base-image.ts'

test('the Containerfile builds on the official image of the major version of Node that runs here', () => {
  expect(readBaseImage()).toBe(`docker.io/library/node:${process.version.slice(1, 3)}-trixie-slim`)
})

test('every stage builds on the base image that a build can replace', () => {
  const text = readFileSync(containerfile, 'utf8')
  const [head, ...stages] = text.split(/^FROM /m)
  expect(head).toContain(`\nARG BASE=${readBaseImage()}\n`)
  expect(stages.map((stage) => stage.split('\n')[0])).toEqual([
    '${BASE} AS build',
    '${BASE} AS dependencies',
    '${BASE}',
  ])
})
