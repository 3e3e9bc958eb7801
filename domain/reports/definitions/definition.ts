export interface Definition {
  /** Name of the figure on the pages, in German. */
  name: string
  /** Head of its column in a German CSV file, if it also names the unit. */
  head?: string
  /** What the figure counts, in German, shown by the question mark beside it. */
  means: string
  /** The same in English, for the API document. */
  description: string
}
