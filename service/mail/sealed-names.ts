/** What the name of a letter in the outbox says. */
export interface SealedName {
  /** ms since the epoch */
  dueAt: number
  attempts: number
  id: string
}

const shape = /^(\d{15})-(\d+)-([0-9a-f-]{36})\.sealed$/

export function sealedName({ dueAt, attempts, id }: SealedName): string {
  return `${String(dueAt).padStart(15, '0')}-${attempts}-${id}.sealed`
}

/** Undefined for every other file. */
export function readSealedName(name: string): SealedName | undefined {
  const [, dueAt, attempts, id] = shape.exec(name) ?? []
  return id === undefined ? undefined : { dueAt: Number(dueAt), attempts: Number(attempts), id }
}

/** Where a letter's content is sealed to. No run has such an id, so what lies here can be read nowhere else. */
export function sealedPlace(id: string) {
  return { runId: `outbox:${id}`, position: 0 }
}
