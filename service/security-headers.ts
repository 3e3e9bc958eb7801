import { secureHeaders } from 'hono/secure-headers'

/** On every answer. What is not named in the policy is not loaded, and nothing comes from elsewhere. */
export function securityHeaders(publicUrl: string | undefined) {
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      // The toast library writes its styles into the page.
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:'],
      fontSrc: ["'self'"],
      connectSrc: ["'self'"],
      manifestSrc: ["'self'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
      baseUri: ["'none'"],
    },
    xFrameOptions: 'DENY',
    referrerPolicy: 'strict-origin-when-cross-origin',
    strictTransportSecurity: publicUrl?.startsWith('https:') === true && 'max-age=31536000',
    // A page with stricter needs says so itself.
    overwrite: false,
    permissionsPolicy: { camera: [], geolocation: [], microphone: [], payment: [] },
  })
}
