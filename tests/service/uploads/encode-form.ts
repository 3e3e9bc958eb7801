/**
 * Encodes a form as multipart data. Tests send these bytes instead of the `FormData` itself, because the stream of a
 * `FormData` throws an unhandled error in Node.js if the service stops reading it:
 * https://github.com/nodejs/undici/issues/5835
 */
export async function encodeForm(
  form: FormData,
): Promise<{ contentType: string; body: Buffer<ArrayBuffer> }> {
  const encoded = new Response(form)
  return {
    contentType: encoded.headers.get('content-type')!,
    body: Buffer.from(await encoded.arrayBuffer()),
  }
}
