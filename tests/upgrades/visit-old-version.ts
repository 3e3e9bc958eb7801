import { makePdf } from '#tests/service/documents/proofs/support/pdfs.ts'
import { createHash, randomUUID } from 'node:crypto'
import { anmeldungForm, envelope, iso, wireEvent } from '#tests/build-events.ts'

/** E-mail address of the person whose data is exported. */
export const person = anmeldungForm.email

const browser =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'

/** Adds data that the demo lacks: an upload without an order, e-mails, a withdrawal, a rejected event. */
export async function visitOldVersion(url: string): Promise<void> {
  const now = { occurredAt: iso(Date.now()) }
  const secret = 'a-secret-of-the-run-that-uploads-a-file-0000'
  const secretHash = createHash('sha256').update(secret).digest('hex')
  const uploader = { ...now, funnel: 'abmeldung', runId: randomUUID() }
  const buyer = { ...now, runId: randomUUID() }
  const withdrawing = { ...anmeldungForm, email: 'withdraws@example.org' }
  const results = await postEvents(url, [
    wireEvent('start', { ...uploader, data: { secretHash, entry: '/rundfunkbeitrag-abmelden/step-1' } }),
    wireEvent('abandon', { ...uploader, form: { vorname: 'Erika', email: 'erika@example.org' } }),
    wireEvent('start', buyer),
    wireEvent('complete', buyer),
    wireEvent('complete', { ...now, form: withdrawing }),
    wireEvent('step', { ...buyer, form: { unknown: 'x' } }),
  ])
  const statuses = results.map(({ status }) => status).join()
  if (statuses !== 'stored,stored,stored,stored,stored,rejected')
    throw new Error(`The events were ${statuses}`)
  await upload(url, { runId: uploader.runId, field: 'sterbeurkunde', secret })
  await post(`${url}/api/send-support-email`, {
    name: 'Łucja Müller',
    email: person,
    anliegen: 'technisch',
    message: 'A question that waits.',
  })
  await post(`${url}/api/withdrawals`, {
    name: `${withdrawing.vorname} ${withdrawing.nachname}`,
    email: withdrawing.email,
    orderNumber: results[4]!.order!.number,
  })
}

async function postEvents(url: string, events: unknown[]) {
  const body = envelope(events, { sentAt: iso(Date.now()), final: true })
  const { results } = (await post(`${url}/api/events`, body)) as {
    results: { status: string; order?: { number: string } }[]
  }
  return results
}

async function post(url: string, body: unknown): Promise<unknown> {
  const headers = { 'content-type': 'application/json', 'user-agent': browser }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${url} returned ${response.status}: ${await response.text()}`)
  return response.json()
}

/**
 * Uploads a file. Sends the run and field in the query. If the service refuses the request, repeats it with the run and
 * field in the form too, as older versions expect.
 */
async function upload(url: string, { runId, field, secret }: Record<'runId' | 'field' | 'secret', string>) {
  const pdf = Uint8Array.from(await makePdf())
  const proof = new File([pdf], 'proof.pdf', { type: 'application/pdf' })
  let refusal = ''
  for (const fields of [{}, { runId, field }]) {
    const body = new FormData()
    for (const [name, value] of Object.entries(fields)) body.set(name, value)
    body.set('file', proof)
    const response = await fetch(`${url}/api/uploads?runId=${runId}&field=${field}`, {
      method: 'POST',
      headers: { 'x-run-secret': secret },
      body,
    })
    if (response.status === 201) return
    refusal = await response.text()
  }
  throw new Error(`The upload was refused: ${refusal}`)
}
