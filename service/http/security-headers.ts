import { secureHeaders } from 'hono/secure-headers'

/** Sets the security headers of every response. The content security policy allows no source on another origin. */
export function securityHeaders(publicUrl: string | undefined) {
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      // Needed because the toast library inserts its styles into the page.
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
    // Headers that are already set are kept, because some pages set a stricter policy.
    overwrite: false,
    permissionsPolicy: { camera: [], geolocation: [], microphone: [], payment: [] },
  })
}
