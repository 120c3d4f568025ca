/** The claims of an access token that the app reads. None is trusted: the server checks every call. */
export type Claims = { exp?: number; sub?: string; name?: string; email?: string; role?: string; sid?: string }

/** Returns the claims of a token: three dot-separated segments, two of them JSON objects. Undefined for anything else. */
export function readClaims(token: string): Claims | undefined {
  const [, header, payload] = /^([\w-]+)\.([\w-]+)\.[\w-]+$/.exec(token) ?? []
  // Any object will do: each claim is optional and none is trusted.
  return decodeObject(header) && decodeObject(payload)
}

function decodeObject(segment = ''): object | undefined {
  try {
    const bytes = Uint8Array.from(atob(segment.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0))
    const text = new TextDecoder().decode(bytes)
    // JSON that begins with a brace is an object.
    return text.startsWith('{') ? (JSON.parse(text) as object) : undefined
  } catch {
    return undefined
  }
}

/** Returns true if the token expires within `seconds` of `now` (milliseconds), or has no expiry. */
export function expiresWithin(token: string, seconds: number, now: number): boolean {
  const exp = readClaims(token)?.exp
  return typeof exp !== 'number' || exp * 1000 - now <= seconds * 1000
}
