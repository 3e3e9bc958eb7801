/** Settings for a complete imprint, as required for a public site. */
export const provider = {
  PROVIDER_NAME: 'Muster UG',
  PROVIDER_STREET: 'Weg 1',
  PROVIDER_CITY: '12345 Ort',
  PROVIDER_REPRESENTATIVE: 'Ada',
  PROVIDER_REGISTER: 'HRB 1',
  PROVIDER_VAT_ID: 'DE1',
  PROVIDER_EMAIL: 'post@example.de',
}
