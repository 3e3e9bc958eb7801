import { DemoPage } from './demo-page.tsx'
import { FieldDemo } from './field-demo.tsx'

const fields = ['adresse']

export function Component() {
  return (
    <DemoPage
      title="Adresseingabe"
      lead="Hausnummer, Postleitzahl und Ort erscheinen, sobald eine Straße eingegeben ist."
    >
      <FieldDemo names={fields} />
    </DemoPage>
  )
}
