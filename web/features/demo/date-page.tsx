import { DemoPage } from './demo-page.tsx'
import { FieldDemo } from './field-demo.tsx'

const fields = ['geburtsdatum', 'anmeldungZu', 'naechstmoeglich']

export function Component() {
  return (
    <DemoPage
      title="Datumseingabe"
      lead="Ein Geburtsdatum in drei Feldern und ein Monat mit seinen Grenzen, geprüft wie im Antrag."
    >
      <FieldDemo names={fields} />
    </DemoPage>
  )
}
