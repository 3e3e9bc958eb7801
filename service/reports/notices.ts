import { noticesContract } from '#domain/reports/notices/shape.ts'
import { defineRecord } from '#service/reports/define/define-record.ts'

export const notices = defineRecord({
  contract: noticesContract,
  summary: 'Configuration that readers of all reports must know about',
  read: ({ testPayments }) => Promise.resolve({ testPayments }),
})
