// This module imports nothing, because the browser's bundle of every page contains it.

/** Path of the page on which customers follow an order. The token of the order is in the fragment. */
export const statusPath = '/auftrag'
/** Path of the API of the status page. */
export const statusApi = '/api/status'
