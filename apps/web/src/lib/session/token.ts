/** The claims of an access token that the app reads. None is trusted: the server checks every call. */
export type Claims = { exp?: number; sub?: string; name?: string; email?: string; role?: string; sid?: string }

/** Decodes a token of three dot-separated segments; undefined for anything else. */
export function readClaims(token: string): Claims | undefined {
  const segments = token.split('.')
  const payload = segments[1]
  if (segments.length !== 3 || !payload) return undefined
  try {
    const bytes = Uint8Array.from(atob(payload.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0))
    const read: unknown = JSON.parse(new TextDecoder().decode(bytes))
    // Any object will do: each claim is optional and none is trusted.
    return typeof read === 'object' && read !== null ? read : undefined
  } catch {
    return undefined
  }
}

/** Returns true if the token expires within `seconds` of `now` (milliseconds), or has no expiry. */
export function expiresWithin(token: string, seconds: number, now: number): boolean {
  const exp = readClaims(token)?.exp
  return typeof exp !== 'number' || exp * 1000 - now <= seconds * 1000
}
