import type { z } from 'zod'
import {
  type OperatorSession,
  operatorLoginSchema,
  operatorSessionSchema,
} from '#domain/desk/session-shapes.ts'
import { type ReportSession, loginSchema, sessionSchema } from '#domain/reports/session-shapes.ts'
import { canReadReports, canUseDesk } from '#domain/users/user-contract.ts'
import type { StaffPage } from './session-routes.ts'
import { ordersPassword, reportsPassword } from '#service/access/refusals/record-refusals.ts'

const iso = (time: number) => new Date(time).toISOString()

/** Login of the people who read the reports. */
export const reportsLogin: StaffPage<z.output<typeof loginSchema>> = {
  prefix: '/api',
  limit: 'login',
  secret: reportsPassword,
  tag: 'Reports',
  opens: 'the reports',
  loginSchema,
  example: '{"password": "…"}',
  sessionSchema,
  subject: () => reportsPassword,
  opensFor: canReadReports,
  show: (session, member): ReportSession => ({
    ...(session
      ? { authenticated: true, expiresAt: iso(session.expiresAt) }
      : { authenticated: false, expiresAt: null }),
    ...(member && { user: { name: member.name, role: member.role } }),
  }),
}

/** Login of the operators. They share a password and enter their names, which the audit records. */
export const deskLogin: StaffPage<z.output<typeof operatorLoginSchema>> = {
  prefix: '/api/desk',
  limit: 'desk-login',
  secret: ordersPassword,
  tag: 'Desk',
  opens: "the operators' page",
  loginSchema: operatorLoginSchema,
  example: '{"name": "…", "password": "…"}',
  sessionSchema: operatorSessionSchema,
  subject: ({ name }) => name,
  opensFor: canUseDesk,
  show: (session, member): OperatorSession => ({
    ...(session
      ? { authenticated: true, expiresAt: iso(session.expiresAt), operator: session.subject }
      : { authenticated: false, expiresAt: null, operator: null }),
    ...(member && { user: { name: member.name, role: member.role } }),
  }),
}
