/**
 * Frees the memory of a large byte array immediately and leaves the array empty. Otherwise hundreds of megabytes of
 * upload parts would accumulate: garbage collection depends on the size of the heap, to which byte arrays contribute
 * almost nothing.
 */
export function release(bytes: Uint8Array): void {
  if (ownsItsMemory(bytes)) (bytes.buffer as ArrayBuffer).transfer(0)
}

/** Returns whether the array owns its buffer; Node's small buffers are views of a larger one. */
export function ownsItsMemory(bytes: Uint8Array): boolean {
  return bytes.byteOffset === 0 && bytes.byteLength === bytes.buffer.byteLength && bytes.byteLength > 0
}
