import { classNames } from '#web/ui/class-names.ts'
import { DemoPage } from './demo-page.tsx'

// Class names must be written in full, because Tailwind finds the classes to generate in the source text.
const colors = [
  { name: 'leaf-50', look: 'bg-leaf-50 text-ink', use: 'Zarte Flächen' },
  { name: 'leaf-100', look: 'bg-leaf-100 text-ink', use: 'Marken und Kreise' },
  { name: 'leaf-200', look: 'bg-leaf-200 text-ink', use: 'Linien auf Grün' },
  { name: 'leaf-600', look: 'bg-leaf-600 text-white', use: 'Häkchen und Fortschritt' },
  { name: 'leaf-700', look: 'bg-leaf-700 text-white', use: 'Schaltflächen und Links' },
  { name: 'leaf-800', look: 'bg-leaf-800 text-white', use: 'Auftragskarte' },
  { name: 'leaf-900', look: 'bg-leaf-900 text-white', use: 'Überschriften, Fokusring' },
  { name: 'lime', look: 'bg-lime text-ink', use: 'Akzent auf dunklem Grün' },
  { name: 'ink', look: 'bg-ink text-white', use: 'Text' },
  { name: 'muted', look: 'bg-muted text-white', use: 'Nebentext' },
  { name: 'paper', look: 'bg-paper text-ink', use: 'Hintergrund der Seite' },
  { name: 'surface', look: 'bg-surface text-ink', use: 'Karten und Formulare' },
  { name: 'line', look: 'bg-line text-ink', use: 'Trennlinien' },
  {
    name: 'control',
    look: 'bg-surface text-ink ring-4 ring-control ring-inset',
    use: 'Ränder von Eingabefeldern',
  },
  { name: 'visited', look: 'bg-visited text-white', use: 'Besuchte Links in langen Texten' },
  { name: 'alarm', look: 'bg-alarm text-white', use: 'Fehler' },
  { name: 'alarm-soft', look: 'bg-alarm-soft text-alarm', use: 'Fläche eines Fehlers' },
  { name: 'amber', look: 'bg-amber text-white', use: 'Hinweise' },
  { name: 'amber-soft', look: 'bg-amber-soft text-amber', use: 'Fläche eines Hinweises' },
]

export function Component() {
  return (
    <DemoPage title="Farben" lead="Alle Farben der Seite und wofür sie da sind.">
      <ul className="grid gap-4 sm:grid-cols-2">
        {colors.map(({ name, look, use }) => (
          <li key={name} className={classNames('rounded-xl border border-line p-5', look)}>
            <span className="block font-semibold">{name}</span>
            <span className="block text-sm">{use}</span>
          </li>
        ))}
      </ul>
    </DemoPage>
  )
}
