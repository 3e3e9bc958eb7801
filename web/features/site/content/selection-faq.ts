import type { FaqItem } from './faq.ts'

/** Questions about which service to choose. The landing page answers the questions about the service itself. */
export const selectionFaq: readonly FaqItem[] = [
  {
    question: 'Ich bin umgezogen. Muss ich die neue Wohnung anmelden?',
    answer:
      '**Nein, wenn Sie schon ein Beitragskonto haben:** Wählen Sie „Daten ändern“ und nennen Sie die neue Anschrift; Ihre Beitragsnummer bleibt. Anmelden müssen Sie nur eine Wohnung, in der noch niemand zahlt, wenn Sie selbst noch keine Beitragsnummer haben.',
  },
  {
    question: 'In meiner neuen Wohnung zahlt schon jemand. Was wähle ich?',
    answer:
      'Je Wohnung ist nur **ein** Beitrag fällig. Haben Sie ein eigenes Beitragskonto, wählen Sie **„Beitragskonto abmelden“** und nennen die Beitragsnummer der Person, die zahlt. Ohne eigenes Konto müssen Sie nichts tun.',
  },
  {
    question: 'Zahle ich für eine Zweitwohnung noch einmal?',
    answer:
      'Angemeldet wird jede Wohnung, die Sie privat nutzen. Von der Nebenwohnung können Sie sich aber oft **befreien lassen**. Den Antrag auf Befreiung stellen Sie kostenlos direkt beim Beitragsservice; wir bieten ihn nicht an.',
  },
  {
    question: 'Der Beitragszahler ist verstorben. Welches Anliegen ist richtig?',
    answer:
      'Wohnt dort niemand mehr, wählen Sie **„Beitragskonto abmelden“**. Bleiben Sie als Partnerin oder Partner in der Wohnung, wählen Sie **„Daten ändern“** und übernehmen den Beitrag.',
  },
  {
    question: 'Was sollte ich bereitlegen?',
    answer:
      'Für „Wohnung anmelden“ nur Ihre Anschrift und, wenn Sie per Lastschrift zahlen möchten, Ihre **IBAN**. Sonst auch die **9-stellige Beitragsnummer**; sie steht auf jedem Brief des Beitragsservice. Für eine zusätzliche Wohnung und die meisten Abmeldungen brauchen Sie einen **Nachweis** als Foto oder PDF.',
  },
  {
    question: 'Kann ich das Anliegen später noch wechseln?',
    answer:
      '**Vor der Bestellung ja:** Sie kommen jederzeit auf diese Seite zurück. Nach der Bestellung lassen sich die meisten Angaben noch ändern, das Anliegen selbst aber nicht.',
  },
]
