let lastAt = 0
let counter = 0

/**
 * Returns a UUIDv7 (RFC 9562). Ids are ordered by time. Within a millisecond, ids of the same page are ordered by a
 * counter in the 12-bit field `rand_a`. Unlike `randomUUID`, this function works in insecure contexts.
 */
export function newEventId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const now = Date.now()
  if (now > lastAt) {
    lastAt = now
    // Start the counter in the lower half of its range, so that it rarely overflows.
    counter = ((bytes[6]! << 8) | bytes[7]!) & 0x7ff
  } else if (++counter > 0xfff) {
    lastAt++
    counter = 0
  }
  const view = new DataView(bytes.buffer)
  view.setUint32(0, lastAt / 0x10000)
  view.setUint16(4, lastAt % 0x10000)
  view.setUint16(6, 0x7000 | counter)
  bytes[8] = 0x80 | (bytes[8]! & 0x3f)
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
