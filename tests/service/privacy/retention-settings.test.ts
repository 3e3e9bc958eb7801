import { describe, expect, test } from 'vitest'
import { defaultPeriods } from '#domain/retention/default-periods.ts'
import { readEnv } from '#service/config/env.ts'
import { retentionWarnings, retentionOf } from '#service/privacy/retention-settings.ts'

const day = 24 * 3600 * 1000

describe('the retention periods', () => {
  test('have defaults, without a warning', () => {
    expect(retentionOf(readEnv({}))).toEqual(defaultPeriods)
    expect(retentionWarnings(readEnv({}))).toEqual([])
  })

  test('are read for each class', () => {
    const env = readEnv({
      RETENTION_DRAFTS: '1d',
      RETENTION_UPLOADS: '2d',
      RETENTION_UNPAID: '3d',
      RETENTION_FULFILLED: '4d',
      RETENTION_INVOICES: '8y',
      RETENTION_REJECTED: '5d',
      RETENTION_MAIL: '6d',
    })
    expect(retentionOf(env)).toEqual({
      drafts: day,
      uploads: 2 * day,
      unpaid: 3 * day,
      fulfilled: 4 * day,
      invoices: { years: 8 },
      rejected: 5 * day,
      mail: 6 * day,
    })
    expect(retentionWarnings(env)).toEqual([])
  })

  test('use RETENTION_ORDERS for invoices, with a warning', () => {
    const env = readEnv({ RETENTION_ORDERS: '3650d' })
    expect(retentionOf(env)).toEqual({ ...defaultPeriods, invoices: 3650 * day })
    expect(retentionWarnings(env).join()).toMatch(
      /^RETENTION_ORDERS is set: it is read as RETENTION_INVOICES/,
    )
  })

  test('ignore RETENTION_ORDERS if RETENTION_INVOICES is set, with a warning', () => {
    const env = readEnv({ RETENTION_ORDERS: '3650d', RETENTION_INVOICES: '8y' })
    expect(retentionOf(env).invoices).toEqual({ years: 8 })
    expect(retentionWarnings(env).join()).toMatch(/it is ignored, because RETENTION_INVOICES is set as well/)
  })
})
