import { type Socket } from 'socket.io'
import { type Authenticator, sessionCookieName, readCookieToken } from '../access/authentication.ts'
import { type Env } from '../../env.ts'
import { type Actor } from '../access/actor.ts'
import { readCookie } from '../http/cookies.ts'
import { preferredLanguage } from '../http/request-info.ts'

/** Authenticates a socket by its handshake token and cookie; returns undefined when they are invalid. */
export async function authenticateSocket(
  authenticator: Authenticator,
  { handshake }: Socket,
  env: Env,
): Promise<Actor | undefined> {
  // A client can put anything into `auth`.
  const token: unknown = (handshake.auth as { token?: unknown } | undefined)?.token
  if (typeof token !== 'string') return undefined
  const cookieToken = readCookieToken(readCookie(handshake.headers.cookie, sessionCookieName(env)))
  return authenticator.authenticate({ token, cookieToken })
}

/** Returns the language of messages sent to the socket. */
export function socketLanguage({ handshake }: Socket): string {
  return preferredLanguage(handshake.headers['accept-language'])
}
