import { price } from '#domain/funnels/price.ts'
import { euro } from '#domain/numbers/german-number.ts'

export interface FaqItem {
  question: string
  /** Answer as text, in which `**…**` marks emphasis and `{name}` stands for words of the configuration (`siteWords`). */
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
    answer: `Einmalig **${euro(price.premium)}** inkl. MwSt., für alle vier Anliegen gleich. Es gibt **kein Abonnement** und keine versteckten Kosten. Zahlungsarten: {methods}. {vip} Der Rundfunkbeitrag selbst ist darin nicht enthalten.`,
  },
  {
    question: 'Wie läuft der Auftrag ab?',
    answer:
      'Sie beantworten in vier kurzen Schritten einige Fragen; das dauert **etwa 3 Minuten**. Gleich nach der Bestellung bestätigen wir sie per E-Mail, gleich nach der Zahlung erhalten Sie Ihren ausgefüllten Antrag **als PDF** und die Rechnung. Noch {submitAfter} lang können Sie Ihre Angaben ansehen und die meisten davon ändern. Danach geht der Brief **per Post** an den Beitragsservice, und wir bestätigen Ihnen den Versand per E-Mail.',
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
      'Können wir Ihren Brief nicht zur Post geben, erhalten Sie **Ihr Geld zurück**. Über den Antrag selbst entscheidet allein der Beitragsservice; eine bestimmte Entscheidung können wir nicht zusagen.',
  },
  {
    question: 'Kann ich meinen Auftrag widerrufen?',
    answer:
      'Als Verbraucherin oder Verbraucher haben Sie **14 Tage** Widerrufsrecht. Weil wir auf Ihren Wunsch gleich nach der Zahlung beginnen, **erlischt** es, sobald Ihr Antrag versandt ist und Sie dem vorher zugestimmt haben. Bis dahin widerrufen Sie ohne Angabe von Gründen über „Vertrag widerrufen“ am Ende jeder Seite.',
  },
  {
    question: 'Was geschieht mit meinen Daten?',
    answer:
      'Ihre Angaben werden **verschlüsselt übertragen** und nach der DSGVO verarbeitet. Schon **während Sie ausfüllen**, mit jedem Schritt und beim Verlassen der Seite, gehen sie an unseren Server, die E-Mail-Adresse gleich nach der Eingabe. Bestellen Sie nicht, löschen wir sie dort {drafts} nach Ihrer letzten Eingabe. Der Entwurf auf Ihrem Gerät gilt höchstens **7 Tage**; „Entwurf löschen“ entfernt ihn dort und hochgeladene Dateien auch bei uns; schon übermittelte Angaben löschen wir nach der genannten Frist. Einzelheiten stehen in der Datenschutzerklärung.',
  },
]
