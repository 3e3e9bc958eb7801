import { expect, test } from 'vitest'
import { safeFileName } from '#service/uploads/file-name.ts'

test.each([
  ['Mietvertrag Łódź.pdf', 'Mietvertrag Łódź.pdf'],
  ['MIETVERTRAG.PDF', 'MIETVERTRAG.PDF'],
  ['C:\\Users\\Ada\\Vertrag.pdf', 'Vertrag.pdf'],
  ['../../etc/passwd', 'passwd.pdf'],
  ['/', 'Datei.pdf'],
  ['..', 'Datei.pdf'],
  ['.pdf', 'pdf.pdf'],
  ['', 'Datei.pdf'],
  ['a\0b\nc\u007f\u0085.pdf', 'abc.pdf'],
  ['Rechnung\u202Efdp.exe', 'Rechnungfdp.exe.pdf'],
  ['<b>"a"|?*:.pdf', 'ba.pdf'],
  ['  viele   Leerzeichen .pdf ', 'viele Leerzeichen.pdf'],
  ['Foto.jpg', 'Foto.jpg.pdf'],
  ['Ver\u0308trag.pdf', 'Ver\u0308trag.pdf'.normalize('NFC')],
  ['x'.repeat(300), `${'x'.repeat(196)}.pdf`],
  [`${'🏠'.repeat(300)}.pdf`, `${'🏠'.repeat(196)}.pdf`],
])('%j becomes %j', (given, kept) => {
  expect(safeFileName(given, 'application/pdf')).toBe(kept)
})

test('another extension of the same type is kept', () => {
  expect(safeFileName('Foto.JPEG', 'image/jpeg')).toBe('Foto.JPEG')
  expect(safeFileName('Foto.jpg', 'image/heic')).toBe('Foto.jpg.heic')
})
