import type { InvoiceContent, LetterContent, ProviderContent } from '#domain/documents/content.ts'

const provider: ProviderContent = {
  lines: ['Formlotse GmbH', 'Musterstraße 1', '10115 Berlin'],
  details: ['Geschäftsführung: Erika Mustermann', 'Handelsregister: Amtsgericht Berlin, HRB 12345'],
  email: 'hilfe@formlotse.example',
  vatId: 'DE123456789',
  taxNumber: null,
}

export const invoiceSample: InvoiceContent = {
  provider,
  number: 'RE-2026-00001',
  cancels: null,
  isChargeback: false,
  issuedOn: '2026-11-21',
  paidOn: '2026-11-20',
  orderNumber: 'FL-2026-0001',
  customer: {
    name: 'Łukasz Şahin',
    company: 'Müller & Söhne <Bau> GmbH',
    street: 'Hauptstraße 12a',
    postalCode: '10115',
    city: 'Berlin',
  },
  product: 'Anmeldung einer Wohnung (VIP)',
  netCents: 4201,
  vatCents: 798,
  grossCents: 4999,
  vatPercent: 19,
}

/** A letter of two pages, the longest kind. */
export const letterSample: LetterContent = {
  sender: {
    name: 'Łucja Müller-Lüdenscheidt',
    street: 'Hauptstraße 12a',
    city: '10115 Berlin',
  },
  recipient: ['ARD ZDF Deutschlandradio Beitragsservice', '50656 Köln'],
  placeAndDate: 'Berlin, 21. November 2026',
  reference: '123 456 789',
  subject: 'Änderung meiner persönlichen Daten und meiner Anschrift',
  salutation: 'Sehr geehrte Damen und Herren,',
  opening: [
    'hiermit teile ich Ihnen die unten genannte Änderung meiner persönlichen Daten und meiner Anschrift mit. Die Änderung gilt ab dem 1. Dezember 2026.',
  ],
  sections: [
    {
      title: 'Bestehendes Beitragskonto',
      rows: [
        {
          label: 'Anrede',
          value: 'Frau',
        },
        {
          label: 'Vorname',
          value: 'Łucja',
        },
        {
          label: 'Nachname',
          value: 'Müller-Lüdenscheidt',
        },
        {
          label: 'Geburtsdatum',
          value: '17.05.1990',
        },
        {
          label: 'Adresse',
          value: 'Hauptstraße 12a, 10115 Berlin',
        },
        {
          label: 'Beitragsnummer',
          value: '123 456 789',
        },
      ],
    },
    {
      title: 'Änderung',
      rows: [
        {
          label: 'Art der Änderung',
          value: 'Persönliche Daten und Anschrift',
        },
        {
          label: 'Änderung gültig ab',
          value: '1. Dezember 2026',
        },
        {
          label: 'E-Mail-Adresse',
          value: 'lucja@example.org',
        },
      ],
    },
    {
      title: 'Neue Daten',
      rows: [
        {
          label: 'Neue Anrede',
          value: 'Frau',
        },
        {
          label: 'Neuer Vorname',
          value: 'Zoë',
        },
        {
          label: 'Neuer Nachname',
          value: 'von der Au',
        },
        {
          label: 'Geburtsdatum',
          value: '17.05.2017',
        },
        {
          label: 'Neue Anschrift',
          value: 'Straße des 17. Juni 1-3, 01067 Au',
        },
      ],
    },
    {
      title: 'Bankdaten und Zahlweise',
      rows: [
        {
          label: 'Zahlungsweise',
          value: 'Neue Zahlungsart, siehe unten',
        },
        {
          label: 'Zahlungsrhythmus',
          value: 'Vierteljährlich im Voraus (1.1., 1.4., 1.7., 1.10.)',
        },
        {
          label: 'Zahlungsart',
          value: 'Durch Lastschrift',
        },
        {
          label: 'IBAN',
          value: 'DE89 3704 0044 0532 0130 00',
        },
        {
          label: 'Bankdaten',
          value: 'Neue Bankdaten, siehe unten',
        },
      ],
    },
    {
      title: 'Neue Bankdaten',
      rows: [
        {
          label: 'Anrede',
          value: 'Herr',
        },
        {
          label: 'Vorname',
          value: 'Łucja',
        },
        {
          label: 'Nachname',
          value: 'von der Au',
        },
        {
          label: 'Geburtsdatum',
          value: '17.05.2017',
        },
        {
          label: 'Beitragsnummer',
          value: '123 456 789',
        },
        {
          label: 'Bisherige IBAN',
          value: 'AT61 1904 3002 3457 3201',
        },
        {
          label: 'Neue IBAN',
          value: 'DE89 3704 0044 0532 0130 00',
        },
      ],
    },
  ],
  closing: [
    'Bitte ändern Sie das Beitragskonto entsprechend und bestätigen Sie mir die Änderung schriftlich.',
    'Ich versichere, dass meine Angaben richtig und vollständig sind.',
    'SEPA-Lastschriftmandat: Ich ermächtige den Beitragsservice von ARD, ZDF und Deutschlandradio (Gläubiger-Identifikationsnummer DE3000100000001272), die Rundfunkbeiträge von dem angegebenen Konto mittels Lastschrift einzuziehen. Zugleich weise ich mein Kreditinstitut an, die vom Beitragsservice auf dieses Konto gezogenen Lastschriften einzulösen. Die Mandatsreferenz wird mir gesondert mitgeteilt. Hinweis: Ich kann innerhalb von acht Wochen, beginnend mit dem Belastungsdatum, die Erstattung des belasteten Betrags verlangen. Es gelten dabei die mit meinem Kreditinstitut vereinbarten Bedingungen.',
  ],
  signature: {
    name: 'Łucja Müller-Lüdenscheidt',
    note: 'Digital unterschrieben am 21. November 2026. Der digitalen Unterschrift und der Weiterleitung dieses Schreibens an den Beitragsservice wurde ausdrücklich zugestimmt.',
  },
  enclosures: [],
  orderNumber: 'FL-2026-0001',
}
