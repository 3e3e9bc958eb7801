/** Returns the file names of the documents that are attached to e-mails. */
export const attachmentNames = {
  application: (orderNumber: string) => `Antrag-${orderNumber}.pdf`,
  confirmation: (orderNumber: string) => `Auftragsbestaetigung-${orderNumber}.pdf`,
  invoice: (invoiceNumber: string) => `Rechnung-${invoiceNumber}.pdf`,
  cancellation: (cancellationNumber: string) => `Stornorechnung-${cancellationNumber}.pdf`,
}
