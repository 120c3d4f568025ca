/** The claims of an access token that the app reads. It trusts none of them: the server checks every call. */
export type Claims = { exp?: number; sub?: string; name?: string; email?: string; role?: string }

/** Reads a token of three dot-separated segments; undefined for anything else. */
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

/** Whether the token is over within `seconds` of `now` (milliseconds). A token without an end counts as over. */
export function endsWithin(token: string, seconds: number, now: number): boolean {
  const exp = readClaims(token)?.exp
  return typeof exp !== 'number' || exp * 1000 - now <= seconds * 1000
}
