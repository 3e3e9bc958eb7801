import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type PingenStandIn, account, openPingen } from './pingen-stand-in.ts'

// The tests of the letter service are only worth something if its stand-in refuses wrong requests.

let pingen: PingenStandIn
let token: string
beforeEach(async () => {
  pingen = await openPingen()
  token = ((await (await logIn()).json()) as { access_token: string }).access_token
})
afterEach(() => pingen.close())

const mediaType = 'application/vnd.api+json'
const letters = `/organisations/${account.organisation}/deliveries/letters`

function logIn(change: Record<string, string> = {}, type = 'application/x-www-form-urlencoded') {
  const { clientId: client_id, clientSecret: client_secret } = account
  const form = { grant_type: 'client_credentials', client_id, client_secret, ...change }
  const body = new URLSearchParams(form).toString()
  return fetch(`${pingen.api}/auth/access-tokens`, {
    method: 'POST',
    headers: { 'content-type': type },
    body,
  })
}

interface Call {
  method?: string
  headers?: Record<string, string | undefined> | undefined
  body?: string
}

function call(path: string, { method = 'GET', headers = {}, body }: Call = {}) {
  const all = { accept: mediaType, authorization: `Bearer ${token}`, ...headers }
  const given = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return fetch(pingen.api + path, { method, headers: given, ...(body !== undefined && { body }) })
}

async function upload(pdf: string | undefined = '%PDF-1.7') {
  const { data } = (await (await call('/file-upload')).json()) as {
    data: { attributes: { url: string; url_signature: string } }
  }
  const { url, url_signature: signature } = data.attributes
  if (pdf !== undefined) expect((await fetch(url, { method: 'PUT', body: pdf })).status).toBe(200)
  return { file_url: url, file_url_signature: signature }
}

function create(attributes: Record<string, unknown>, headers: Call['headers'] = {}) {
  const all = {
    file_original_name: 'letter.pdf',
    address_position: 'left',
    auto_send: true,
    delivery_product: 'cheap',
    print_mode: 'simplex',
    print_spectrum: 'grayscale',
    ...attributes,
  }
  return call(letters, {
    method: 'POST',
    headers: { 'content-type': mediaType, 'idempotency-key': randomUUID(), ...headers },
    body: JSON.stringify({ data: { type: 'letters', attributes: all } }),
  })
}

test('a correct sequence of requests creates a letter', async () => {
  expect((await create(await upload())).status).toBe(201)
  expect(pingen.posted()).toHaveLength(1)
})

test('a repeated key returns the same letter', async () => {
  const headers = { 'idempotency-key': 'same' }
  await create(await upload(), headers)
  const second = await create(await upload(), headers)
  expect(second.headers.get('idempotent-replayed')).toBe('true')
  expect(pingen.letters).toHaveLength(1)
})

describe('login', () => {
  test.each([
    ['wrong secret', { client_secret: 'x' }, 401],
    ['unknown client', { client_id: 'x' }, 401],
    ['wrong grant type', { grant_type: 'password' }, 400],
  ])('%s', async (_, change, status) => expect((await logIn(change)).status).toBe(status))

  test('wrong content type', async () => expect((await logIn({}, 'application/json')).status).toBe(400))
})

describe('every call of the API', () => {
  test.each<[string, Call['headers'], number]>([
    ['without a token', { authorization: undefined }, 401],
    ['with a wrong token', { authorization: 'Bearer x' }, 401],
    ['that accepts another format', { accept: 'application/json' }, 406],
  ])('%s is refused', async (_, headers, status) => {
    expect((await call('/file-upload', { headers })).status).toBe(status)
    expect((await call(letters, { headers })).status).toBe(status)
    expect((await create({}, headers)).status).toBe(status)
  })

  test('with an expired token is refused', async () => {
    pingen.advance(43_200_000)
    expect((await call('/file-upload')).status).toBe(401)
  })

  test('of another organisation is unknown', async () => {
    expect((await call(letters.replace(account.organisation, randomUUID()))).status).toBe(404)
  })
})

describe('a new letter', () => {
  test.each([
    ['without a key', { 'idempotency-key': undefined }, 400],
    ['with a key that is too long', { 'idempotency-key': 'x'.repeat(65) }, 400],
    ['with another content type', { 'content-type': 'application/json' }, 415],
  ])('%s is refused', async (_, headers, status) => {
    expect((await create(await upload(), headers)).status).toBe(status)
  })

  test.each([
    ['file_original_name', undefined],
    ['file_original_name', 'x'],
    ['file_url', undefined],
    ['file_url_signature', undefined],
    ['file_url_signature', 'forged'],
    ['address_position', undefined],
    ['address_position', 'middle'],
    ['auto_send', undefined],
    ['delivery_product', undefined],
    ['delivery_product', 'express'],
    ['print_mode', undefined],
    ['print_spectrum', undefined],
    ['unknown', 1],
  ])('with %s %j is refused', async (name, value) => {
    expect((await create({ ...(await upload()), [name]: value })).status).toBe(422)
    expect(pingen.letters).toEqual([])
  })

  test('before its file was uploaded is refused', async () => {
    const place = (await (await call('/file-upload')).json()) as {
      data: { attributes: { url: string; url_signature: string } }
    }
    const { url, url_signature } = place.data.attributes
    expect((await create({ file_url: url, file_url_signature: url_signature })).status).toBe(422)
  })

  test('of a file that is not a PDF is refused', async () => {
    expect((await create(await upload('<html>'))).status).toBe(422)
  })
})

describe('an upload', () => {
  test('with the access token is refused', async () => {
    const { file_url } = await upload()
    const headers = { authorization: `Bearer ${token}` }
    expect((await fetch(file_url, { method: 'PUT', headers, body: '%PDF-' })).status).toBe(400)
  })

  test('to an expired URL is refused', async () => {
    const { file_url } = await upload()
    pingen.advance(3_600_000)
    expect((await fetch(file_url, { method: 'PUT', body: '%PDF-' })).status).toBe(403)
  })
})

async function countListed(): Promise<number> {
  return ((await (await call(letters)).json()) as { data: unknown[] }).data.length
}

test('a new letter is listed after a delay', async () => {
  await create(await upload())
  expect(await countListed()).toBe(0)
  pingen.advance(30_000)
  expect(await countListed()).toBe(1)
})

test('a letter can only be cancelled between its check and its printing', async () => {
  await create(await upload())
  const letter = pingen.letters[0]!
  const cancel = async () => (await call(`${letters}/${letter.id}/cancel`, { method: 'PATCH' })).status
  expect(await cancel()).toBe(409)
  letter.status = 'submitted'
  expect(await cancel()).toBe(202)
  letter.status = 'printing'
  expect(await cancel()).toBe(409)
})
