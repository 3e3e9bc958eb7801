/** One version of a text that is shown to visitors for acceptance with an order. */
export interface KeptText {
  /** SHA-256 of `content`, in hex. */
  sha256: string
  /** Name of the text, such as `agb`, or of the checkbox with this label. */
  name: string
  content: string
  /** Time at which the service first offered this version, in ms since the epoch. */
  firstSeenAt: number
}

/** Every version of the accepted texts that the service has ever offered. No version is removed. */
export interface TextStore {
  /** Adds the versions that are not stored yet. Those that are stored keep their `firstSeenAt`. */
  keep(texts: readonly KeptText[]): Promise<void>
  /** Returns the stored versions with one of these hashes, ordered by hash. */
  find(hashes: readonly string[]): Promise<KeptText[]>
}
