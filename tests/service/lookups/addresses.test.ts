import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { AddressResponse, SuggestionsResponse } from '#domain/site/lookup-contract.ts'
import type { AddressService } from '#service/config/address-provider.ts'
import { type TestService, openTestService } from '#tests/service/harness.ts'
import { type Provider, failures, json, openProvider } from './provider-server.ts'

let provider: Provider
beforeAll(async () => void (provider = await openProvider(json({}))))
afterAll(() => Promise.all([provider.close(), ...[...services.values()].map((service) => service.close())]))
afterEach(() => void (provider.questions.length = 0))

const kinds = ['photon', 'google'] as const
type Kind = (typeof kinds)[number]
const services = new Map<Kind, TestService>()

async function open(kind: Kind): Promise<TestService> {
  const service = services.get(kind) ?? (await openTestService({ lookups: lookupsBy(kind) }))
  services.set(kind, service)
  // Advances the clock until cached results have expired and the pause after an outage is over.
  service.clock.advance(3_600_000)
  return service
}

function lookupsBy(kind: Kind) {
  const url = `${provider.url}/`
  const addressService: AddressService =
    kind === 'photon' ? { kind, url } : { kind, url, key: 'key-of-the-operator' }
  return { addressService, timeoutMs: 1000 }
}

async function read<Answer>(service: TestService, path: string): Promise<Answer> {
  const response = await service.app.request(path)
  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toBe('no-store')
  return (await response.json()) as Answer
}
const ask = (service: TestService, query: string, session = '') =>
  read<SuggestionsResponse>(service, `/api/addresses?q=${encodeURIComponent(query)}${session}`)

test('without a provider the response says that there are no lookups', async () => {
  const service = await openTestService()
  onTestFinished(() => service.close())
  expect(await ask(service, 'Hauptstraße')).toEqual({
    enabled: false,
    outage: false,
    suggestions: [],
    attribution: null,
  })
  expect(await read<AddressResponse>(service, '/api/addresses/x')).toEqual({ address: null })
})

const feature = (properties: object) => ({
  type: 'Feature',
  properties: { countrycode: 'DE', ...properties },
})

describe('Photon', () => {
  const house = feature({
    type: 'house',
    street: 'Torstraße',
    housenumber: '12a',
    postcode: '10119',
    city: 'Berlin',
  })
  const street = feature({ type: 'street', name: 'Torstraße', postcode: '10115', city: 'Berlin' })

  test('is queried for German houses and streets, and its results become addresses', async () => {
    provider.react(json({ type: 'FeatureCollection', features: [house, street] }))
    const answer = await ask(await open('photon'), '  Torstr.  12 & 3 ')
    expect(answer).toEqual({
      enabled: true,
      outage: false,
      attribution: '© OpenStreetMap-Mitwirkende',
      suggestions: [
        {
          id: 'Torstraße 12a, 10119 Berlin',
          label: 'Torstraße 12a',
          detail: '10119 Berlin',
          address: { strasse: 'Torstraße', hausnummer: '12a', plz: '10119', ort: 'Berlin' },
        },
        {
          id: 'Torstraße, 10115 Berlin',
          label: 'Torstraße',
          detail: '10115 Berlin',
          address: { strasse: 'Torstraße', hausnummer: '', plz: '10115', ort: 'Berlin' },
        },
      ],
    })
    const [{ url }] = provider.questions as [Provider['questions'][0]]
    expect(url.pathname).toBe('/api')
    expect(url.searchParams.get('q')).toBe('torstr. 12 & 3')
    expect(url.searchParams.getAll('layer')).toEqual(['house', 'street'])
    expect(url.searchParams.get('lang')).toBe('de')
  })

  test('results abroad, duplicates, and those without a street or a city are omitted', async () => {
    const vienna = { ...house, properties: { ...house.properties, countrycode: 'AT', city: 'Wien' } }
    const features = [
      vienna,
      house,
      structuredClone(house),
      feature({ type: 'house', housenumber: '1', postcode: '10115', city: 'Berlin' }),
      feature({ type: 'street', name: 'Nirgendweg', postcode: '10115' }),
      null,
      'Torstraße',
      { properties: { countrycode: 7 } },
    ]
    provider.react(json({ features }))
    const { suggestions } = await ask(await open('photon'), 'torstraße')
    expect(suggestions.map(({ id }) => id)).toEqual(['Torstraße 12a, 10119 Berlin'])
  })

  test('parts that do not fit into the form are truncated or left empty', async () => {
    const long = {
      ...house.properties,
      street: 'S'.repeat(500),
      housenumber: '1234567890123',
      postcode: '1011',
    }
    provider.react(json({ features: [{ properties: long }] }))
    const [suggestion] = (await ask(await open('photon'), 'sss')).suggestions
    expect(suggestion?.address).toEqual({
      strasse: 'S'.repeat(100),
      hausnummer: '1234567890',
      plz: '',
      ort: 'Berlin',
    })
  })

  test('there are at most six suggestions', async () => {
    const many = Array.from({ length: 15 }, (_, index) =>
      feature({ ...street.properties, postcode: String(10_000 + index) }),
    )
    provider.react(json({ features: many }))
    expect((await ask(await open('photon'), 'torstraße')).suggestions).toHaveLength(6)
  })

  test('equal queries cause one request', async () => {
    provider.react(json({ features: [street] }))
    const service = await open('photon')
    await Promise.all([ask(service, 'Torstraße'), ask(service, 'torstraße ')])
    expect(provider.questions).toHaveLength(1)
  })

  test.each(['', 'To', ' T ', 'x'.repeat(151)])('%j causes no request', async (query) => {
    const answer = await ask(await open('photon'), query)
    expect(answer).toMatchObject({ enabled: true, outage: false, suggestions: [] })
    expect(provider.questions).toEqual([])
  })
})

const prediction = (placeId: string, secondary = '10119 Berlin, Deutschland') => ({
  placePrediction: {
    placeId,
    structuredFormat: { mainText: { text: 'Torstraße 12' }, secondaryText: { text: secondary } },
  },
})
const component = (longText: string, types: string[], shortText = longText) => ({
  longText,
  shortText,
  types,
})

describe('Google Places', () => {
  const components = [
    component('12', ['street_number']),
    component('Torstraße', ['route']),
    component('Mitte', ['sublocality', 'political']),
    component('Berlin', ['locality', 'political']),
    component('Deutschland', ['country', 'political'], 'DE'),
    component('10119', ['postal_code']),
  ]

  test('is queried with the key in a header, for German addresses, with the visitor’s session', async () => {
    provider.react(json({ suggestions: [prediction('ChIJ-1_x'), { queryPrediction: {} }] }))
    const response = await (await open('google')).app.request('/api/addresses?q=Torstr&session=abc-1')
    const text = await response.text()
    expect(JSON.parse(text)).toEqual({
      enabled: true,
      outage: false,
      attribution: 'Powered by Google',
      suggestions: [{ id: 'ChIJ-1_x', label: 'Torstraße 12', detail: '10119 Berlin', address: null }],
    })
    expect(text + JSON.stringify([...response.headers])).not.toContain('key-of-the-operator')
    const [{ method, url, headers, body }] = provider.questions as [Provider['questions'][0]]
    expect(`${method} ${url.pathname}${url.search}`).toBe('POST /v1/places:autocomplete')
    expect(headers['x-goog-api-key']).toBe('key-of-the-operator')
    expect(JSON.parse(body)).toMatchObject({
      input: 'Torstr',
      includedRegionCodes: ['de'],
      languageCode: 'de',
      sessionToken: 'abc-1',
    })
  })

  test('an address is requested when its suggestion is chosen', async () => {
    provider.react(json({ addressComponents: components }))
    const service = await open('google')
    expect(await read<AddressResponse>(service, '/api/addresses/ChIJ-1_x?session=abc-1')).toEqual({
      address: { strasse: 'Torstraße', hausnummer: '12', plz: '10119', ort: 'Berlin' },
    })
    const [{ method, url, headers }] = provider.questions as [Provider['questions'][0]]
    expect(`${method} ${url.pathname}`).toBe('GET /v1/places/ChIJ-1_x')
    expect(url.searchParams.get('sessionToken')).toBe('abc-1')
    expect(headers['x-goog-fieldmask']).toBe('addressComponents')
  })

  test('a place abroad has no address', async () => {
    const abroad = components.map((one) =>
      one.types.includes('country') ? { ...one, shortText: 'AT' } : one,
    )
    provider.react(json({ addressComponents: abroad }))
    expect(await read(await open('google'), '/api/addresses/ChIJ')).toEqual({ address: null })
  })

  test.each(['%2e%2e%2fv1%2fkeys', 'a%2Fb', 'places:searchText', 'x%3Fkey=1', '%0d%0aHost:evil'])(
    'an id like %s causes no request',
    async (id) => {
      expect(await read(await open('google'), `/api/addresses/${id}`)).toEqual({ address: null })
      expect(provider.questions).toEqual([])
    },
  )

  test('only a valid session is passed on', async () => {
    provider.react(json({}))
    await ask(await open('google'), 'Torstraße', '&session=%0d%0ax%20y')
    expect(JSON.parse(provider.questions[0]!.body)).not.toHaveProperty('sessionToken')
  })
})

describe.each(kinds)('%s', (kind) => {
  test.each(failures('http://127.0.0.1:9/'))('that %s returns no suggestions', async (_, reaction) => {
    provider.react(reaction)
    const service = await open(kind)
    expect(await ask(service, 'Geheimstraße 7')).toMatchObject({
      enabled: true,
      outage: true,
      suggestions: [],
    })
    expect(await read(service, '/api/addresses/ChIJ')).toEqual({ address: null })
    expect(service.lines.join('\n')).not.toMatch(/geheim|key-of-the-operator/i)
  })
})

test('a failing query of one visitor does not stop the lookups of others', async () => {
  provider.react(json({ error: 'bad request' }, 400))
  const service = await open('photon')
  expect(await ask(service, 'x'.repeat(150))).toMatchObject({ outage: true })
  provider.react(json({ features: [] }))
  expect(await ask(service, 'Torstraße')).toMatchObject({ outage: false })
})
