import { expect, test } from 'vitest'
import { abmeldung } from '#domain/funnels/abmeldung.ts'
import { aenderung } from '#domain/funnels/aenderung.ts'
import { zusaetzlich } from '#domain/funnels/zusaetzlich.ts'
import { proofMessages, refusedTogether } from '#domain/uploads/proof-rules.ts'
import { fieldsShownWith } from '#domain/uploads/shown-together.ts'
import { maxOrderUploadBytes } from '#domain/uploads/upload-types.ts'

test.each([
  [zusaetzlich, 'mietvertrag', ['mietvertrag']],
  [abmeldung, 'sterbeurkunde', ['sterbeurkunde', 'dokumente']],
  [abmeldung, 'sonstigeDokumente', ['sonstigeDokumente', 'dokumente']],
  [
    abmeldung,
    'dokumente',
    [
      'dokumente',
      'mitbewohnerDokumente',
      'auslandsDokumente',
      'sterbeurkunde',
      'mehrereWohnungenDokumente',
      'sonstigeDokumente',
    ],
  ],
  [aenderung, 'personalausweis', ['personalausweis', 'zahlungsnachweis']],
])('%o: %s can be shown together with %j', (funnel, field, expected) => {
  expect([...fieldsShownWith(funnel, field)].toSorted()).toEqual(expected.toSorted())
})

const proof = (size: number, pages?: number) => ({ size, ...(pages !== undefined && { pages }) })

test('the proofs of an order may have 20 MB and 20 pages together', () => {
  expect(refusedTogether([])).toBeUndefined()
  expect(refusedTogether([proof(maxOrderUploadBytes, 10), proof(0, 10)])).toBeUndefined()
  expect(refusedTogether([proof(1, 10), proof(1, 10), proof(1)])).toBeUndefined()
  expect(refusedTogether([proof(1, 10), proof(1, 10), proof(1, 1)])).toBe(proofMessages.tooManyProofPages)
  expect(refusedTogether([proof(maxOrderUploadBytes), proof(1)])).toBe(
    'Ihre Dateien sind zusammen 20,1 MB groß, erlaubt sind 20 MB. Bitte entfernen Sie eine davon oder laden Sie eine kleinere hoch.',
  )
})
