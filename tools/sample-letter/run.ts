import { writeFileSync } from 'node:fs'
import { sampleLetterFiles } from './sample-letter-files.ts'

// `npm run sample-letter`: draws the letter that the landing page shows. Run it after a change of the letter.
for (const { file, draw } of sampleLetterFiles) writeFileSync(file, draw())
