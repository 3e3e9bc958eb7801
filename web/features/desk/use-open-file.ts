import { useMutation } from '@tanstack/react-query'
import { saveFile } from '#web/ui/save-file.ts'
import { requestFile } from './api.ts'

export interface OpenedFile {
  /** Path below /api/desk. */
  path: string
  /** Name under which the file is saved if the browser does not show it. */
  filename: string
}

/**
 * Types that are opened in a tab. A file that is opened this way has the origin of this page, so only types that contain
 * no scripts are in the list.
 */
const shownTypes = /^(application\/pdf|image\/(jpeg|png|webp|gif|avif|bmp))$/

/**
 * Fetches a file and opens it in another tab. The tab is opened before the file is there, because browsers allow a new
 * tab only shortly after a click. If the file cannot be fetched, the tab closes and the mutation has the error.
 */
export function useOpenFile() {
  return useMutation({
    mutationFn: async ({ path, filename }: OpenedFile) => {
      const tab = window.open('', '_blank')
      if (tab) tab.document.title = 'Wird geladen …'
      try {
        const file = await requestFile(path)
        if (tab && shownTypes.test(file.type)) showIn(tab, file)
        else {
          tab?.close()
          saveFile(file, filename)
        }
      } catch (error) {
        tab?.close()
        throw error
      }
    },
  })
}

function showIn(tab: Window, file: Blob): void {
  const url = URL.createObjectURL(file)
  tab.opener = null
  tab.location.href = url
  // The tab has read the file by then. Its viewer keeps its own copy.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
