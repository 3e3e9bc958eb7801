const maxAttempts = 5

/**
 * Repeats the reads of a report until all of them are as of the same position, because the projections may advance between
 * two reads. After `maxAttempts`, the parts may be a few events apart.
 */
export async function readAtOnePosition<Parts extends readonly { asOfPosition: number }[]>(
  read: () => Promise<Parts>,
): Promise<Parts> {
  let parts = await read()
  for (let attempt = 1; attempt < maxAttempts; attempt += 1) {
    if (new Set(parts.map(({ asOfPosition }) => asOfPosition)).size === 1) break
    parts = await read()
  }
  return parts
}
