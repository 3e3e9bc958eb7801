import { randomUUID } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { AdPlatform, WireTouch } from '#domain/events/wire-events.ts'
import type { StoredEventType } from '#domain/events/stored-event.ts'
import type { ConversionFiles, PlatformFileName } from '#domain/conversions/platform-files.ts'
import { conversionsContract, type ConversionsReport } from '#domain/reports/conversions/shape.ts'
import { addressesOf } from '#service/reports/conversions/file-address.ts'
import { serviceEvent } from '#service/orders/service-events.ts'
import { envelope, iso } from '#tests/build-events.ts'
import { readPlatformFile } from '#tests/domain/conversions/read-platform-file.ts'
import { type TestOptions, testToken } from '#tests/service/harness.ts'
import { minute, openReports, run } from '#tests/service/reports/open-reports.ts'

export const conversionSecret = 'a-secret-of-the-tests-with-enough-characters'

export const bothPlatforms = (): ConversionFiles => ({
  platforms: ['google', 'microsoft'],
  secret: conversionSecret,
  name: 'Auftrag',
  model: 'last',
})

interface Placed {
  at: number
  touches?: WireTouch[]
  consent?: 'none' | 'marketing'
  platforms?: AdPlatform[]
  /** Types of the events that follow the order. */
  after?: StoredEventType[]
  paymentId?: string
}

/** Opens the service with files for both platforms, and helpers that place orders and read the files. */
export async function openConversions(options: Partial<TestOptions> = {}, files = bothPlatforms()) {
  const reports = await openReports({
    ...options,
    settings: { conversionFiles: files, ...options.settings },
  })
  const { service } = reports
  const addresses = new Map(addressesOf(files).map(({ name, address }) => [name, address]))

  /** Places an order over HTTP. Returns the id of its run, and its number. */
  async function place({ at, touches = [], after = ['paid'], ...order }: Placed) {
    service.clock.set(at)
    const runId = randomUUID()
    const event = run(runId)
    const context = {
      sessionId: randomUUID(),
      sessionStartedAt: iso(at - minute),
      device: 'mobile',
      consent: order.consent ?? 'marketing',
      consentPlatforms: order.platforms ?? ['google', 'microsoft'],
      attribution: { touches },
    }
    const events = [event('start', at - minute), event('complete', at, { id: uuidv7() })]
    const { status, body } = await service.post(envelope(events, { sentAt: iso(at), context }))
    if (status !== 200) throw new Error(JSON.stringify(body))
    const complete = (await service.store.log.readRun(runId)).at(-1)!
    if (complete.type !== 'complete') throw new Error('the order was not stored')
    const { id: orderId, data } = complete
    const own = after.map((type, index) =>
      serviceEvent(
        type as 'paid',
        `${orderId}:${index}`,
        { orderId, paymentId: order.paymentId ?? `pay-${orderId}`, amountCents: data.priceCents },
        complete,
        at + (index + 1) * minute,
      ),
    )
    await service.store.log.append({ events: own, now: at + own.length * minute })
    service.clock.set(at + (own.length + 1) * minute)
    return { runId, number: data.orderNumber }
  }

  return {
    ...reports,
    addresses,
    place,

    /** Fetches a file by its secret address, as a platform does. */
    async fetchFile(file: PlatformFileName): Promise<Response> {
      await reports.get('moment')
      return service.app.request(addresses.get(file)!)
    },

    /** Fetches a file and reads it strictly. */
    async readFile(file: PlatformFileName) {
      const response = await this.fetchFile(file)
      const text = await response.text()
      if (response.status !== 200) throw new Error(text)
      return readPlatformFile(file, text, service.clock.now())
    },

    async audit(query: Record<string, string> = {}): Promise<ConversionsReport> {
      const response = await reports.get(`conversions?${new URLSearchParams(query)}`)
      const body: unknown = await response.json()
      if (response.status !== 200) throw new Error(JSON.stringify(body))
      return conversionsContract.shape.parse(body)
    },

    bearer: { authorization: `Bearer ${testToken}` },
  }
}

export type Conversions = Awaited<ReturnType<typeof openConversions>>
