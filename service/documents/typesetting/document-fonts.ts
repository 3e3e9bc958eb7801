import path from 'node:path'

const fonts = path.resolve(import.meta.dirname, '../fonts')

/**
 * Folder of the fonts in which all characters of documents can be set. The templates use them for labels, and for
 * characters that their other fonts lack.
 */
export const completeFonts = path.join(fonts, 'source-sans-3')

/** Folders of the fonts that documents embed. Fonts of the system are not used, so documents look the same everywhere. */
export const documentFontFolders = [completeFonts, path.join(fonts, 'source-serif-4')]
