/** Returns a well-formed token that expires in the given seconds; the app never checks its signature. */
export function tokenExpiringIn(seconds: number, name = 'Maya', sid?: string): string {
  const part = (value: object) => btoa(JSON.stringify(value)).replace(/\+/g, '-').replace(/\//g, '_').replace(/=/g, '')
  return `${part({ alg: 'EdDSA' })}.${part({ exp: Math.floor(Date.now() / 1000) + seconds, sub: 'p', name, sid })}.signature`
}

export function jsonReply(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
}

export function problemDocument(status: number, code: string, more: object = {}) {
  return { type: 'about:blank', title: '', status, code, requestId: 'req-1', ...more }
}

export function problemReply(status: number, code: string, more: object = {}): Response {
  const body = JSON.stringify(problemDocument(status, code, more))
  return new Response(body, { status, headers: { 'content-type': 'application/problem+json' } })
}
