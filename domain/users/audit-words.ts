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

const actorNames: Readonly<Record<string, string>> = {
  REPORTS_PASSWORD: 'Gemeinsames Passwort der Berichte',
  ORDERS_PASSWORD: 'Gemeinsames Passwort der Auftragsbearbeitung',
  REPORTS_TOKEN: 'Gemeinsamer Schlüssel der Skripte (REPORTS_TOKEN)',
  '(unknown user)': 'Unbekannter Zugang',
  '(unknown token)': 'Unbekannter Schlüssel',
  '(login provider)': 'Anmeldedienst',
  google: 'Google Ads',
  microsoft: 'Microsoft Advertising',
}

/** Returns who did what an entry says; people are named as they are stored. */
export const actorName = (operator: string): string =>
  Object.hasOwn(actorNames, operator) ? actorNames[operator]! : operator

/** Returns to whom or to what an entry refers, or the number of refused attempts; null if it says nothing more. */
export function detailName({ action, detail }: { action: string; detail: string | null }): string | null {
  if (detail === null) return null
  if (!action.startsWith('refused-')) return detail.replace(/^event /, 'Ereignis ').replace(/ until .*$/, '')
  return `${detail} ${detail === '1' ? 'Versuch' : 'Versuche'} in dieser Stunde`
}
