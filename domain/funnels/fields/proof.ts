import type { FilesField } from '#domain/forms/define-field.ts'
import { filesRule, noFile } from '#domain/forms/rules/files.ts'

const why = {
  title: 'Warum wir den Nachweis benötigen',
  text: 'Der Beitragsservice prüft jeden Antrag und verlangt dafür einen Beleg. Liegt er bei, kann Ihr Antrag ohne Rückfragen bearbeitet werden. Wir leiten die Datei zusammen mit Ihrem Antrag weiter und nutzen sie für nichts anderes.',
}

type ProofOptions = Pick<FilesField, 'name' | 'label'> & Partial<FilesField>

/** Returns a required field for one or two files as proof. */
export function proof(over: ProofOptions): FilesField {
  return voluntaryProof({ required: true, missing: noFile, help: why, ...over })
}

/**
 * Returns an optional field for one or two files. Unlike `proof`, it has no text that explains why a proof is required.
 */
export function voluntaryProof(over: ProofOptions): FilesField {
  return { kind: 'files', rule: filesRule, required: false, section: 'uploads', ...over }
}
