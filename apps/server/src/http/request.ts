import { languages } from '@veranda/contract/shapes.ts'
import { type FastifyRequest } from 'fastify'
import { tokenOfCookie } from '../access/access.ts'
import { type RequestInfo } from './serve.ts'

const rawBodies = new WeakMap<object, Buffer>()

/** Keeps the bytes of a body as they came, for signatures and pictures. */
export function keepRaw(request: FastifyRequest, bytes: Buffer): void {
  rawBodies.set(request.raw, bytes)
}

/** What handlers may know of the request itself. */
export function readRequest(request: FastifyRequest, cookieName: string): RequestInfo {
  return {
    id: request.id,
    ip: request.ip,
    userAgent: request.headers['user-agent']?.slice(0, 300) ?? null,
    language: languageOf(request.headers['accept-language']),
    cookieToken: tokenOfCookie(request.cookies[cookieName]),
    raw: rawBodies.get(request.raw),
    headers: request.headers,
  }
}

/** The first language of the header that the product speaks; English when there is none. */
export function languageOf(header: string | undefined): string {
  for (const part of header?.split(',', 8) ?? []) {
    const tag = part.trim().slice(0, 2).toLowerCase()
    const known = languages.find((language) => language === tag)
    if (known) return known
  }
  return 'en'
}
