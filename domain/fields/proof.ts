import type { Field } from '../funnels/define-funnel.ts'
import { filesRule, noFile } from '../rules/files.ts'

const why = {
  title: 'Warum wir den Nachweis benötigen',
  text: 'Der Beitragsservice prüft jeden Antrag und verlangt dafür einen Beleg. Liegt er bei, kann Ihr Antrag ohne Rückfragen bearbeitet werden. Wir leiten die Datei zusammen mit Ihrem Antrag weiter und nutzen sie für nichts anderes.',
}

type Over = Pick<Field, 'name' | 'label'> & Partial<Field>

/** One or two files that prove what is said. */
export function proof(over: Over): Field {
  return voluntaryProof({ missing: noFile, help: why, ...over })
}

/** The same for what nobody demands a proof of, so that nothing is said of having to. */
export function voluntaryProof(over: Over): Field {
  return { kind: 'files', rule: () => filesRule, section: 'uploads', ...over }
}
