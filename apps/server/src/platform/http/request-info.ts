import { matchLanguage } from '@veranda/i18n/catalogues.ts'
import { type FastifyRequest } from 'fastify'
import { type Env } from '../../env.ts'
import { readCookieToken, sessionCookieName } from '../access/authentication.ts'
import { requestSource } from './request-source.ts'
import { type RequestInfo } from './route.ts'

/** Of one header; browsers send fewer. */
const maxTags = 8
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

/** Returns the language of ours that the Accept-Language header prefers, by its weights; English when there is none. */
export function preferredLanguage(header: string | undefined): string {
  const tags = (header?.split(',', maxTags) ?? []).map((part) => {
    const [tag = '', ...parameters] = part.split(';').map((one) => one.trim())
    const weight = parameters.find((one) => one.startsWith('q='))?.slice('q='.length)
    return { tag, weight: weight === undefined ? 1 : Number(weight) }
  })
  const wanted = tags.filter(({ weight }) => weight > 0).toSorted((one, other) => other.weight - one.weight)
  return matchLanguage(wanted.map(({ tag }) => tag))
}
