import type { DeskWork } from '#domain/desk/desk-work.ts'
import type { ShownStatus } from '#domain/orders/evolve-order.ts'

/** `title` names the work, `what` says what the operator does, `task` is the work as a short request. */
export const workWords: Record<DeskWork, { title: string; what: string; task: string }> = {
  decide: {
    title: 'Widerruf entscheiden',
    what: 'Ist der Brief versendet, kam die Erklärung zu spät oder bestellte ein Unternehmen, entscheiden Sie. Sonst wird der Widerruf nach drei Tagen von selbst wirksam.',
    task: 'Über den Widerruf entscheiden',
  },
  refund: {
    title: 'Erstatten nach Widerruf',
    what: 'Zahlen Sie den ganzen Preis beim Zahlungsanbieter zurück und melden Sie die Erstattung hier.',
    task: 'Den Preis erstatten und die Erstattung melden',
  },
  failed: {
    title: 'Erstatten, Brief gescheitert',
    what: 'Zahlen Sie den ganzen Preis beim Zahlungsanbieter zurück und melden Sie die Erstattung hier.',
    task: 'Den Preis erstatten und die Erstattung melden',
  },
  send: {
    title: 'Zu versenden',
    what: 'Drucken, einwerfen und als versendet melden.',
    task: 'Brief drucken, einwerfen und als versendet melden',
  },
  submit: {
    title: 'Brief noch nicht übergeben',
    what: 'Bis zur Übergabe kann der Kunde seine Angaben ändern. Danach wird der Brief von selbst übergeben.',
    task: 'Der Brief wird nach Ablauf der Änderungsfrist von selbst übergeben',
  },
  posting: {
    title: 'Beim Briefdienst',
    what: 'Der Briefdienst druckt und versendet. Fehlt seine Meldung nach drei Werktagen, fragen Sie dort nach.',
    task: 'Auf die Meldung des Briefdienstes warten',
  },
}

export const statusWords: Record<ShownStatus, string> = {
  ordered: 'bestellt',
  expired: 'abgelaufen',
  paid: 'bezahlt',
  submitted: 'übergeben',
  sent: 'versendet',
  failed: 'gescheitert',
  withdrawal_declared: 'Widerruf erklärt',
  withdrawn: 'widerrufen',
  refunded: 'erstattet',
}

/** Returns the word before the time of a work. A letter is handed over by itself from that time on. */
export const dueWord = (work: DeskWork): string => (work === 'submit' ? 'ab' : 'bis')
