/**
 * Encodes a form as multipart data. Requests in tests send this instead of the `FormData`, whose stream throws an
 * unhandled error in Node.js if the service stops reading it: https://github.com/nodejs/undici/issues/5835
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
