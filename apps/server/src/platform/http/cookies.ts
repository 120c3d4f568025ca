import { parseCookie, stringifySetCookie } from 'cookie'
import { type Env } from '../../env.ts'
import { isServedOverHttps } from './server-address.ts'

type NewCookie = {
  readonly name: string
  readonly value: string
  /** 0 deletes the cookie. */
  readonly maxAgeSeconds: number
  readonly path: string
  readonly sameSite: 'lax' | 'strict'
}

/** Returns the name of a cookie. Over https it has the prefix with which only this very host can set it, for path `/`. */
export function hostCookieName(name: string, env: Pick<Env, 'publicUrl' | 'https'>): string {
  return isServedOverHttps(env) ? `__Host-${name}` : name
}

/** Builds the Set-Cookie header of a cookie that no script reads. */
export function setCookieHeader({ name, value, maxAgeSeconds, path, sameSite }: NewCookie, env: Env): string {
  const secure = isServedOverHttps(env)
  const attributes = { maxAge: maxAgeSeconds, path, sameSite, httpOnly: true, secure }
  return stringifySetCookie({ name, value, ...attributes }, { encode: encodeURIComponent })
}

/** Returns a cookie of a handshake, for which Fastify has no request. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  return header === undefined ? undefined : parseCookie(header)[name]
}
