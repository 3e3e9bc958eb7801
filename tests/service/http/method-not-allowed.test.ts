import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestService, openTestService, testToken } from '#tests/service/harness.ts'

let service: TestService
beforeAll(async () => {
  service = await openTestService()
})
afterAll(() => service.close())

// Without the token, the reports answer every method with 401.
const headers = { authorization: `Bearer ${testToken}` }
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** Returns every path of the API with its allowed methods. In the paths, a value replaces each parameter. */
async function allowedByPath(): Promise<[string, Set<string>][]> {
  const document = (await (await service.app.request('/api/openapi.json')).json()) as {
    paths: Record<string, Record<string, unknown>>
  }
  const paths = Object.entries({ ...document.paths, '/api/openapi.json': { get: {} } })
  return paths.map(([template]) => {
    const path = fill(template)
    // A fixed path such as `…/deliveries/resume` also matches `…/deliveries/{id}`, so the methods of both are allowed.
    const described = paths.filter(([other]) => matches(other, path)).flatMap(([, all]) => Object.keys(all))
    const allowed = described.map((method) => method.toUpperCase())
    return [path, new Set(allowed.includes('GET') ? [...allowed, 'HEAD'] : allowed)]
  })
}

const fill = (template: string) => template.replaceAll(/\{\w+\}/g, '1')
const matches = (template: string, path: string) =>
  new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path)

describe('a method that a path of the API does not support', () => {
  test('gets 405 with the supported methods in Allow', async () => {
    for (const [path, allowed] of await allowedByPath())
      for (const method of methods.filter((one) => !allowed.has(one))) {
        const response = await service.app.request(path, { method, headers })
        expect(response.status, `${method} ${path}`).toBe(405)
        expect(new Set(response.headers.get('allow')?.split(', ')), path).toEqual(allowed)
        expect(response.headers.get('content-type')).toBe('application/problem+json')
      }
  })

  test('gets 404 on an unknown path', async () => {
    for (const method of methods) {
      const response = await service.app.request('/api/unknown', { method, headers })
      expect([response.status, response.headers.get('allow')], method).toEqual([404, null])
    }
  })

  test('is named in the problem', async () => {
    const response = await service.app.request('/api/uploads/1', { method: 'PUT' })
    expect(await response.json()).toMatchObject({
      type: 'urn:formlotse:problem:method-not-allowed',
      status: 405,
      detail: 'PUT is not allowed here, allowed: GET, HEAD, DELETE.',
    })
  })
})

test('a supported method never gets 405', async () => {
  for (const [path, allowed] of await allowedByPath())
    for (const method of allowed) {
      const response = await service.app.request(path, { method, headers })
      expect(response.status, `${method} ${path}`).not.toBe(405)
    }
})
