import path from 'node:path'
import { drawBeginning, drawLetter } from './draw-letter.ts'

const folder = path.resolve(import.meta.dirname, '../../web/public')

/** Drawings of the sample letter, which the landing page shows: the whole letter, and its beginning for phones. */
export const sampleLetterFiles = [
  { name: 'the whole letter', file: path.join(folder, 'muster-brief.svg'), draw: drawLetter },
  { name: 'its beginning', file: path.join(folder, 'muster-brief-anfang.svg'), draw: drawBeginning },
]
