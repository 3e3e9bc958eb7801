/** Maximum number of characters of an annotation. Pages import these limits without the schemas. */
export const maxTitleLength = 120
export const maxTextLength = 1000
