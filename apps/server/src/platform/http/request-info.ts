import { languages } from '@veranda/contract/shared-schemas.ts'
import { type FastifyRequest } from 'fastify'
import { type Env } from '../../env.ts'
import { readCookieToken, sessionCookieName } from '../access/authentication.ts'
import { requestSource } from './request-source.ts'
import { type RequestInfo } from './route.ts'

const rawBodies = new WeakMap<object, Buffer>()

/** Remembers the raw bytes of a body, for signatures. */
export function rememberRawBody(request: FastifyRequest, bytes: Buffer): void {
  rawBodies.set(request.raw, bytes)
}

/** Returns what handlers may know about the request itself. */
export function readRequestInfo(request: FastifyRequest, env: Pick<Env, 'publicUrl' | 'https'>): RequestInfo {
  return {
    ...requestSource(request),
    language: preferredLanguage(request.headers['accept-language']),
    cookies: request.cookies,
    cookieToken: readCookieToken(request.cookies[sessionCookieName(env)]),
    rawBody: rawBodies.get(request.raw),
    headers: request.headers,
  }
}

/** Returns the first supported language of the Accept-Language header; English when there is none. */
export function preferredLanguage(header: string | undefined): string {
  for (const part of header?.split(',', 8) ?? []) {
    const tag = part.trim().slice(0, 2).toLowerCase()
    const supported = languages.find((language) => language === tag)
    if (supported) return supported
  }
  return 'en'
}
