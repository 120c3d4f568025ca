/**
 * Loads the verification of WebAuthn, which takes a quarter of a second and is needed by few calls. Call it before a
 * transaction too, so that the first one does not hold its locks for that long.
 */
export const loadWebAuthn = () => import('@simplewebauthn/server')
