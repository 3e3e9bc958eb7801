// libheif-js has types for its exported C functions only.
declare module 'libheif-js/wasm-bundle.js' {
  export interface HeifImage {
    handle: number
    get_width(): number
    get_height(): number
  }

  export interface HeifPlane {
    width: number
    height: number
    /** Length of a row, in bytes. */
    stride: number
    /** A view of the decoder's memory. */
    data: Uint8Array
  }

  const libheif: {
    HeifDecoder: new () => { decode(content: Uint8Array): HeifImage[] }
    heif_image_handle_is_primary_image(handle: number): boolean
    /** Returns planes, or an error code if the image is broken. */
    heif_js_decode_image2(
      handle: number,
      colorspace: unknown,
      chroma: unknown,
    ): { channels?: HeifPlane[]; code?: unknown }
    heif_colorspace: { heif_colorspace_RGB: unknown }
    heif_chroma: { heif_chroma_interleaved_RGB: unknown }
  }
  export default libheif
}
