import type { Hono } from 'hono'
import type { OperatorStore } from '#db/ports/operator-store.ts'
import { muteRoutes } from '#service/alerts/mute-routes.ts'
import { annotationRoutes } from '#service/annotations/routes.ts'
import { limitGuesses } from '#service/access/limit-guesses.ts'
import { createAccessLog } from '#service/access/refusals/log-access.ts'
import { createRefusalRecord } from '#service/access/refusals/record-refusals.ts'
import { requireAccess } from '#service/access/require-access.ts'
import { createTokenCheck } from '#service/access/require-token.ts'
import { endSharedSessions } from '#service/access/end-shared-sessions.ts'
import { type SessionRouteDeps, sessionRoutes } from '#service/access/session-routes.ts'
import { createSessions } from '#service/access/sessions.ts'
import { type SharedAccess, createSharedAccess } from '#service/access/shared-access.ts'
import { deskLogin, reportsLogin } from '#service/access/staff-pages.ts'
import { conversionFileRoutes } from '#service/conversions/routes.ts'
import { costRoutes } from '#service/costs/routes.ts'
import { goalRoutes } from '#service/goals/routes.ts'
import type { DeskRouteDeps } from '#service/desk/desk-parts.ts'
import { deskRoutes } from '#service/desk/routes.ts'
import { healthRoutes } from '#service/health/routes.ts'
import { standbyNotes } from '#service/health/standbys.ts'
import { unavailable } from '#service/http/errors.ts'
import { createLimitedLog } from '#service/observability/limited-log.ts'
import { oidcRoutes } from '#service/oidc/routes.ts'
import { reportRoutes } from '#service/reports/routes.ts'
import { createLinkSessions } from '#service/shared-links/link-sessions.ts'
import { createReaderTurns } from '#service/access/link-readers/reader-turns.ts'
import { linkRoutes } from '#service/shared-links/routes.ts'
import { openUsers } from '#service/users/open-users.ts'
import { weeklyReportRoutes } from '#service/weekly-report/routes.ts'
import type { AppContext } from './app-context.ts'

const testPaymentNote =
  'Orders are paid on the test payment page without money (TEST_PAYMENT=on, no CHECKOUT_URL).'

/** Adds the routes for operators and readers of the reports. */
export function addStaffRoutes(api: Hono, context: AppContext) {
  const { store, metrics, log, limits, now, freeDisk, draining, settings, site } = context
  const { publicUrl, webhookConfigured, testPayments = false, reportsPassword: password } = settings
  const notes = [
    ...(webhookConfigured ? [] : ['No webhook is configured (WEBHOOK_URL), so nothing is forwarded.']),
    ...(testPayments ? [testPaymentNote] : []),
  ]
  const audit: OperatorStore['audit'] = (entry) => store.operators.audit(entry)
  const limited = createLimitedLog(log)
  // The change is stored already, so it must not be answered as if it had failed.
  const onChange = async () => {
    try {
      await store.recordStaffChange?.()
    } catch (error) {
      limited({
        level: 'warn',
        fields: { err: error },
        message: 'a standby may show a change of the staff late',
      })
    }
  }
  const recordRefusal = createRefusalRecord({ store: store.operators, log, now })
  const accessLog = createAccessLog(log, recordRefusal)
  const guesses = limitGuesses(limits, now, accessLog)
  const shared = createSharedAccess({ users: store.users, now })
  const { sessions, deskSessions } = openSharedSessions(context, shared)
  const withPasswords = deskSessions ? [sessions, deskSessions] : [sessions]
  const tokens = store.accessTokens
  const links = createLinkSessions({ tokens, publicUrl, limits, now })
  const closing = { sessions: withPasswords, closeLink: links.close }
  const endShared = endSharedSessions({ ...closing, audit, now })
  const users = openUsers({
    store,
    shared,
    endShared,
    cipher: settings.userCipher,
    access: accessLog,
    sendEmail: context.correspondence?.sendAccountLink ?? (() => Promise.reject(unavailable(noEmails))),
    siteUrl: settings.siteUrl ?? publicUrl ?? '',
    publicUrl,
    providerName: settings.oidc?.name,
    hashing: settings.hashing,
    limits,
    now,
  })
  const { sessions: staff } = users
  api.route('/', users.routes)
  const { oidc } = settings
  if (oidc) {
    const parts = { ...users, users: store.users, endShared, access: accessLog, publicUrl, limits, now }
    const message = 'a logout could not continue at the provider'
    const onLogoutIncomplete = (fields: object) => limited({ level: 'warn', fields, message })
    api.route('/', oidcRoutes({ ...parts, login: oidc, onLogoutIncomplete }))
  }
  const hasToken = createTokenCheck({ token: settings.reportsToken, shared, tokens, limit: guesses, now })
  const login = { staff, closeLink: links.close, shared, publicUrl, limits, access: accessLog, audit, now }
  if (deskSessions) addDeskRoutes(api, context, { ...login, sessions: deskSessions, onChange })
  const currentNotes = async () => [...standbyNotes(store.standbys), ...(await freeDisk.notes())]
  api.route('/', healthRoutes({ store, metrics, log, hasToken, notes, currentNotes, draining }))
  api.route('/', sessionRoutes({ ...login, sessions, password, page: reportsLogin }))
  const sharing = { tokens, links, staff, sessions, directory: users.directory, audit }
  api.route('/', linkRoutes({ ...sharing, publicUrl, limits, now }))
  const access = requireAccess({
    hasToken,
    sessions,
    staff,
    linkOf: links.use,
    turns: createReaderTurns(),
    audit,
    onChange,
    now,
    publicUrl,
  })
  const { unpaid } = site.retention
  const letterService = settings.desk?.letterService ?? false
  const deployed = { webhookConfigured, testPayments, letterService }
  const written = { store, access, limits, onCommit: context.onCommit }
  api.route('/', annotationRoutes(written))
  api.route('/', costRoutes(written))
  api.route('/', muteRoutes({ ...written, now }))
  api.route('/', goalRoutes(written))
  const { conversionFiles } = settings
  api.route('/', conversionFileRoutes({ store, access, guesses, limits, files: conversionFiles, now }))
  const { weeklyReport } = context
  if (weeklyReport) api.route('/', weeklyReportRoutes({ ...weeklyReport, limits }))
  const { replays } = context.ingest
  api.route(
    '/',
    reportRoutes({
      store,
      access,
      ...deployed,
      conversionFiles,
      unpaid,
      now,
      replays,
      onAnswer: metrics.countReport,
      onFallback: (error) =>
        limited({ level: 'warn', fields: { err: error }, message: 'a standby failed to answer a report' }),
    }),
  )
}

/** Returns the sessions of both shared passwords; those of operators only if there is an operators' page. */
function openSharedSessions({ store, limits, now, settings }: AppContext, shared: SharedAccess) {
  const { publicUrl, passwordFingerprint: credential, desk } = settings
  const common = { store: store.sessions, shared, publicUrl, limits, now }
  return {
    sessions: createSessions({ ...common, role: 'marketer', credential }),
    deskSessions: desk && createSessions({ ...common, role: 'operator', credential: desk.credential }),
  }
}

type StaffLogin = Omit<SessionRouteDeps<{ password: string }>, 'password' | 'page'>

type DeskLogin = StaffLogin & Pick<DeskRouteDeps, 'onChange'>

const noEmails = 'The service sends no e-mails.'

/** Adds the operators' page. Its sessions are not those of the reports, whose readers see no personal data. */
function addDeskRoutes(api: Hono, context: AppContext, login: DeskLogin) {
  const { store, limits, now, settings, site, correspondence, onCommit } = context
  const { staff, sessions, onChange } = login
  if (!settings.desk) return
  const { publicUrl } = settings
  const { password, submitAfterMs, letterService } = settings.desk
  const { unpaid } = site.retention
  api.route('/', sessionRoutes({ ...login, password, page: deskLogin }))
  if (!correspondence) return
  const times = { unpaid, submitAfterMs, letterService }
  const desk = {
    store,
    sessions,
    staff,
    correspondence,
    publicUrl,
    ...times,
    limits,
    now,
    onCommit,
    onChange,
  }
  api.route('/', deskRoutes(desk))
}
