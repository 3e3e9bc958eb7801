/**
 * Gives the memory of large bytes back at once. The collector goes by what its own heap holds, to which bytes count for
 * nothing: left to it, hundreds of megabytes of parts would wait. The bytes are gone for whoever still holds them.
 */
export function release(bytes: Uint8Array): void {
  if (ownsItsMemory(bytes)) (bytes.buffer as ArrayBuffer).transfer(0)
}

/** Not a piece of something larger, as small buffers of Node are. */
export function ownsItsMemory(bytes: Uint8Array): boolean {
  return bytes.byteOffset === 0 && bytes.byteLength === bytes.buffer.byteLength && bytes.byteLength > 0
}
