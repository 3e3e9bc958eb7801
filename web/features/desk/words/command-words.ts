import type { DeskCommand, failureReasons } from '#domain/desk/desk-contract.ts'
import type { DeclineReason } from '#domain/orders/decide-withdrawal.ts'

export const commandWords: Record<DeskCommand['command'], string> = {
  submit: 'Jetzt übergeben',
  sent: 'Als versendet melden',
  failed: 'Als gescheitert melden',
  refunded: 'Erstattung melden',
  withdraw: 'Widerruf wirksam machen',
  revoke: 'Widerruf zurücknehmen',
  decline: 'Widerruf ablehnen',
  resend: 'E-Mail erneut senden',
}

export const failureWords: Record<(typeof failureReasons)[number], string> = {
  unprintable: 'Lässt sich nicht drucken',
  returned: 'Kam zurück',
  'wrong-data': 'Angaben sind falsch',
  other: 'Anderer Grund',
}

export const declineWords: Record<DeclineReason, string> = {
  late: 'Die Frist war vorbei',
  performed: 'Die Leistung war vor dem Widerruf vollständig erbracht',
  business: 'Der Auftrag kam von einem Unternehmen',
}
