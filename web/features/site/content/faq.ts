import { price } from '#domain/funnels/price.ts'
import { euro } from '#web/ui/euro.ts'

export interface FaqItem {
  question: string
  /** Answer as text, in which `**…**` marks emphasis. */
  answer: string
}

export const faq: readonly FaqItem[] = [
  {
    question: 'Ist Formlotse der Beitragsservice?',
    answer:
      '**Nein.** Formlotse ist ein unabhängiger, privater Dienst. Wir stehen in keiner Verbindung zu ARD, ZDF, Deutschlandradio oder dem Beitragsservice. Wir bereiten Ihren Antrag vor und leiten ihn dorthin weiter.',
  },
  {
    question: 'Kann ich den Antrag auch kostenlos selbst stellen?',
    answer:
      '**Ja.** Beim Beitragsservice können Sie denselben Antrag jederzeit selbst und **kostenlos** stellen. Sie bezahlen bei uns für das Ausfüllen und Prüfen, das fertige PDF und den Versand per Post.',
  },
  {
    question: 'Was kostet der Service?',
    answer: `Einmalig **${euro(price.premium)}** inkl. MwSt., für alle vier Anliegen gleich. Es gibt **kein Abonnement** und keine versteckten Kosten. Der Rundfunkbeitrag selbst ist darin nicht enthalten.`,
  },
  {
    question: 'Wie läuft der Auftrag ab?',
    answer:
      'Sie beantworten in vier kurzen Schritten einige Fragen; das dauert **etwa 3 Minuten**. Nach der Bestellung erhalten Sie Ihren ausgefüllten Antrag **sofort als PDF per E-Mail**, und wir leiten ihn **per Post** an den Beitragsservice weiter.',
  },
  {
    question: 'Wie lange dauert die Bearbeitung beim Beitragsservice?',
    answer:
      'Der Beitragsservice braucht nach Eingang in der Regel **7 bis 10 Werktage**. Darauf haben wir keinen Einfluss. Die Bestätigung erhalten Sie von dort direkt per Post.',
  },
  {
    question: 'Welche Angaben brauche ich?',
    answer:
      'Ihren Namen, Ihr Geburtsdatum, Ihre Anschrift und eine E-Mail-Adresse. Für Änderungen, Abmeldungen und weitere Wohnungen außerdem Ihre **9-stellige Beitragsnummer**; sie steht auf jedem Brief des Beitragsservice. Manche Anliegen verlangen einen Nachweis, den Sie als **Foto oder PDF** hochladen.',
  },
  {
    question: 'Was ist, wenn mein Antrag nicht weitergeleitet werden kann?',
    answer:
      'Dann erhalten Sie **Ihr Geld zurück**. Über den Antrag selbst entscheidet allein der Beitragsservice; eine bestimmte Entscheidung können wir nicht zusagen.',
  },
  {
    question: 'Kann ich meinen Auftrag widerrufen?',
    answer:
      'Als Verbraucherin oder Verbraucher haben Sie **14 Tage** Widerrufsrecht. Weil wir auf Ihren Wunsch sofort beginnen, **erlischt** es, sobald Ihr Antrag versandt ist und Sie dem vorher zugestimmt haben. Bis dahin widerrufen Sie ohne Angabe von Gründen über „Vertrag widerrufen“ am Ende jeder Seite.',
  },
  {
    question: 'Was geschieht mit meinen Daten?',
    answer:
      'Ihre Angaben werden **verschlüsselt übertragen**, nach der DSGVO verarbeitet und nur für Ihren Auftrag verwendet. Ein Entwurf bleibt höchstens **7 Tage** auf Ihrem Gerät, und Sie können ihn jederzeit löschen.',
  },
]
