// Thread that puts PDF files together. Its input are the files, its only message is the result.
import { parentPort, workerData } from 'node:worker_threads'
import { PDFDocument } from '@cantoo/pdf-lib'

const whole = await PDFDocument.create()
for (const file of workerData as Uint8Array[]) {
  const part = await PDFDocument.load(file)
  for (const page of await whole.copyPages(part, part.getPageIndices())) whole.addPage(page)
}
whole.setTitle('Briefe', { showInWindowTitleBar: true })
const pdf = await whole.save()
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- this is a thread, not a window
parentPort!.postMessage(pdf)
