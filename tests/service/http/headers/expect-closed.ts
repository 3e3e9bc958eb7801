import { expect } from 'vitest'

export function directivesOf({ headers }: Response): Map<string, string[]> {
  const parts = (headers.get('content-security-policy') ?? '')
    .split(';')
    .map((part) => part.trim().split(' '))
  return new Map(parts.map(([name = '', ...sources]) => [name, sources]))
}

/** Expects the security headers that every response must have. */
export function expectClosed(response: Response) {
  const { headers } = response
  const policy = directivesOf(response)
  expect(policy.get('default-src')).toEqual(["'none'"])
  // An absent `script-src` is accepted as well: `default-src` then applies, which allows no script.
  expect(policy.get('script-src') ?? ["'self'"]).toEqual(["'self'"])
  for (const finer of ['script-src-elem', 'script-src-attr', 'object-src', 'worker-src', 'frame-src'])
    expect(policy.has(finer)).toBe(false)
  expect([...policy.values()].flat().filter((source) => /unsafe-eval|[*]|https?:|\./.test(source))).toEqual(
    [],
  )
  // If the policy has a sandbox without permissions, it needs no rules for frames, the base URL and forms.
  if (!policy.has('sandbox')) {
    expect(policy.get('frame-ancestors')).toEqual(["'none'"])
    expect(policy.get('base-uri')).toEqual(["'none'"])
    expect(policy.get('form-action')).toEqual(["'self'"])
  }
  expect(Object.fromEntries(headers)).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': expect.stringMatching(/^strict-origin(-when-cross-origin)?$/),
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  })
  for (const absent of ['strict-transport-security', 'access-control-allow-origin', 'x-powered-by'])
    expect(headers.get(absent)).toBeNull()
}
