import { describe, expect, test } from 'vitest'
import { databaseName, hostUrls, standbyUrls } from '#db/postgres/hosts/host-urls.ts'

describe('hostUrls', () => {
  test.each([
    ['postgres://u:p@db/x', ['postgres://u:p@db/x']],
    ['postgres://u:p@a:1,b/x', ['postgres://u:p@a:1/x', 'postgres://u:p@b/x']],
    ['postgresql://a,[::1]:2/x', ['postgresql://a/x', 'postgresql://[::1]:2/x']],
    ['postgres://u:p%40,@a,b/x', ['postgres://u:p%40,@a/x', 'postgres://u:p%40,@b/x']],
    [
      'postgres://a,b/x?sslmode=verify-full&target_session_attrs=read-write',
      ['postgres://a/x?sslmode=verify-full', 'postgres://b/x?sslmode=verify-full'],
    ],
    ['postgres://a,b/x?target_session_attrs=primary', ['postgres://a/x', 'postgres://b/x']],
  ])('%s', (text, urls) => {
    expect(hostUrls(text)).toEqual(urls)
  })

  test.each([
    'mysql://db/x',
    'postgres://a,b',
    'postgres://a,b/',
    'postgres://a,,b/x',
    'postgres://a:x,b/x',
    'postgres://a,b:5432,a:5432/x',
    'postgres://a,b/x?target_session_attrs=any',
    'postgres://a,b/x?target_session_attrs=standby',
    'postgres://a,b/x?host=c',
    'postgres://a,b/x?port=1',
  ])('refuses %s', (text) => {
    expect(hostUrls(text)).toBeUndefined()
  })
})

describe('standbyUrls', () => {
  test.each(['standby', 'prefer-standby', 'read-only', 'any'])('accepts %s', (target) => {
    const url = `postgres://a,b:1/x?target_session_attrs=${target}`
    expect(standbyUrls(url)).toEqual(['postgres://a/x', 'postgres://b:1/x'])
  })

  test.each(['read-write', 'primary', 'first'])('refuses %s, also with one host', (target) => {
    expect(standbyUrls(`postgres://a/x?target_session_attrs=${target}`)).toBeUndefined()
    expect(standbyUrls(`postgres://a,b/x?target_session_attrs=${target}`)).toBeUndefined()
  })
})

test('the name of a database contains its hosts and no password', () => {
  expect(databaseName('postgres://u:p@a:1,b/x?sslmode=disable')).toBe('a:1,b:5432/x')
  expect(databaseName('postgres://u:p@a/x')).toBe('a:5432/x')
})
