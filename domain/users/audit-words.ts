// German texts for the entries of the audit that concern no order.

const actionNames: Readonly<Record<string, string>> = {
  login: 'Anmeldung',
  logout: 'Abmeldung',
  'refused-wrong-password': 'Anmeldung abgewiesen: falsches Passwort',
  'refused-wrong-token': 'Schlüssel abgewiesen',
  'refused-too-many-requests': 'Versuche abgewiesen: zu viele',
  'refused-oidc-cancelled': 'Anmeldung beim Anmeldedienst abgebrochen',
  'refused-oidc-expired': 'Anmeldung beim Anmeldedienst abgelaufen',
  'refused-oidc-unavailable': 'Anmeldedienst nicht erreichbar',
  'refused-oidc-refused': 'Anmeldung abgewiesen: kein Zugang',
  'refused-oidc-failed': 'Anmeldung beim Anmeldedienst gescheitert',
  'refused-oidc-too-many-requests': 'Anmeldungen beim Anmeldedienst abgewiesen: zu viele',
  'invite-marketer': 'Zugang angelegt: Marketing',
  'invite-operator': 'Zugang angelegt: Auftragsbearbeitung',
  'invite-admin': 'Zugang angelegt: Verwaltung',
  'bind-identity': 'Konto des Anmeldedienstes verbunden',
  'accept-invitation': 'Passwort über den Link gewählt',
  'send-link': 'Link für ein Passwort verschickt',
  'change-password': 'Passwort geändert',
  'set-password': 'Passwort gesetzt',
  'role-marketer': 'Rolle geändert: Marketing',
  'role-operator': 'Rolle geändert: Auftragsbearbeitung',
  'role-admin': 'Rolle geändert: Verwaltung',
  'state-active': 'Zugang entsperrt',
  'state-deactivated': 'Zugang gesperrt',
  'remove-user': 'Zugang gelöscht',
  'end-session': 'Sitzung beendet',
  'end-own-session': 'Eigene Sitzung beendet',
  'end-own-sessions': 'Andere eigene Sitzungen beendet',
  'shared-access-on': 'Gemeinsame Passwörter eingeschaltet',
  'shared-access-off': 'Gemeinsame Passwörter abgeschaltet',
  'add-token-read': 'Schlüssel angelegt: lesen',
  'add-token-write': 'Schlüssel angelegt: schreiben',
  'add-token-metrics': 'Schlüssel angelegt: Messwerte',
  'end-token': 'Schlüssel gesperrt',
  'add-link': 'Ansicht geteilt',
  'open-link': 'Geteilte Ansicht geöffnet',
  'end-link': 'Geteilte Ansicht beendet',
  'conversion-file': 'Datei für eine Werbeplattform abgerufen',
  search: 'Nach Aufträgen gesucht',
  'view-requests': 'Anfragen angesehen',
  'view-request': 'Anfrage angesehen',
  'POST /api/annotations': 'Anmerkung geschrieben',
  'DELETE /api/annotations/:id': 'Anmerkung entfernt',
  'POST /api/alerts/mutes': 'Auffälligkeit stummgeschaltet',
  'DELETE /api/alerts/mutes/:id': 'Stummschaltung aufgehoben',
  'POST /api/costs': 'Kosten eingetragen',
  'POST /api/costs/check': 'Kosten geprüft',
  'POST /api/goals': 'Ziele gesetzt',
  'POST /api/reports/deliveries/:id/retry': 'Zustellung noch einmal versucht',
  'POST /api/reports/deliveries/retry-dead': 'Gescheiterte Zustellungen noch einmal versucht',
  'POST /api/reports/deliveries/resume': 'Zustellungen fortgesetzt',
  'POST /api/reports/rejections/replay': 'Abgewiesene Ereignisse erneut verarbeitet',
  'retry-message': 'Nachricht noch einmal versucht',
  'resend-message': 'E-Mail erneut gesendet',
  'close-message': 'Nachricht geschlossen',
  'close-request': 'Anfrage geschlossen',
}

/** Returns what an entry says was done; actions without a name as they are stored. */
export const actionName = (action: string): string =>
  Object.hasOwn(actionNames, action) ? actionNames[action]! : action

const sharedPassword = 'Gemeinsames Passwort der Berichte'
const sharedToken = 'Gemeinsamer Schlüssel der Skripte (REPORTS_TOKEN)'

/** Names that no operator can type as the own name. */
const actorNames: Readonly<Record<string, string>> = {
  REPORTS_PASSWORD: sharedPassword,
  ORDERS_PASSWORD: 'Gemeinsames Passwort der Auftragsbearbeitung',
  REPORTS_TOKEN: sharedToken,
  '(unknown user)': 'Unbekannter Zugang',
  '(unknown token)': 'Unbekannter Schlüssel',
  '(login provider)': 'Anmeldedienst',
}

/** Names of readers of the files for ad platforms; `reports` and `script` are those of earlier versions. */
const fileReaderNames: Readonly<Record<string, string>> = {
  google: 'Google Ads',
  microsoft: 'Microsoft Advertising',
  reports: sharedPassword,
  script: sharedToken,
}

interface Actor {
  by: string
  /** Without it, names that operators can type as their own are not replaced. */
  action?: string | undefined
}

/** Returns who did what an entry says; people are named as they are stored. */
export function actorName({ by, action }: Actor): string {
  if (Object.hasOwn(actorNames, by)) return actorNames[by]!
  if (action === 'conversion-file' && Object.hasOwn(fileReaderNames, by)) return fileReaderNames[by]!
  // Earlier versions named the shared password so.
  return by === 'marketing' && isOfReports(action) ? sharedPassword : by
}

/** Returns whether people with the password of the orders cannot do this. */
const isOfReports = (action = '') =>
  ['add-link', 'end-link', 'conversion-file'].includes(action) || isRequest(action)

/** Changes by routes of the reports have the method and the path as their action. */
const isRequest = (action: string) => action.includes(' /api/')

/** Returns to whom or to what an entry refers, or the number of refused attempts; null if it says nothing more. */
export function detailName({ action, detail }: { action: string; detail: string | null }): string | null {
  if (detail === null) return null
  if (action.startsWith('refused-'))
    return `${detail} ${detail === '1' ? 'Versuch' : 'Versuche'} in dieser Stunde`
  // Names of people and of links may contain the same words.
  if (action === 'conversion-file') return detail.replace(/ until .*$/, '')
  return isRequest(action) ? detail.replace(/^event /, 'Ereignis ') : detail
}
