import { price } from '#domain/funnels/price.ts'
import { euro } from '#domain/numbers/german-number.ts'

export interface Benefit {
  id: 'minutes' | 'pdf' | 'post' | 'money-back'
  title: string
  text: string
}

export const benefits: readonly Benefit[] = [
  {
    id: 'minutes',
    title: 'In etwa 3 Minuten',
    text: 'Vier kurze Schritte, ohne Hotline. Jede Angabe wird gleich geprüft.',
  },
  {
    id: 'pdf',
    title: 'PDF nach der Zahlung',
    text: 'Ihr ausgefüllter Antrag und die Rechnung kommen gleich danach per E-Mail.',
  },
  {
    id: 'post',
    title: 'Per Post weitergeleitet',
    text: 'Wir geben den Brief zur Post und bestätigen es. Bearbeitung danach: 7 bis 10 Werktage.',
  },
  {
    id: 'money-back',
    title: 'Geld zurück',
    text: 'Können wir Ihren Brief nicht zur Post geben, erstatten wir den vollen Preis.',
  },
]

export const priceStatement = {
  price: euro(price.premium),
  terms: 'einmalig, inkl. MwSt.',
  text: 'Derselbe Preis für alle vier Anliegen: kein Abonnement, keine versteckten Kosten.',
}

export const trustBadges = [
  'SSL-verschlüsselt',
  'DSGVO-konform',
  'Per E\u2011Mail rund um die Uhr erreichbar',
]
