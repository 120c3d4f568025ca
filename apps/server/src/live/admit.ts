import { type Socket } from 'socket.io'
import { type Access, sessionCookie, tokenOfCookie } from '../access/access.ts'
import { type Actor } from '../access/actor.ts'

/** Whose socket it is, by the token of its handshake and the cookie beside it; undefined to everybody else. */
export async function admit(access: Access, { handshake }: Socket): Promise<Actor | undefined> {
  // What a browser puts into `auth` is anything at all.
  const token: unknown = (handshake.auth as { token?: unknown } | undefined)?.token
  if (typeof token !== 'string') return undefined
  const cookieToken = tokenOfCookie(cookieOf(handshake.headers.cookie, sessionCookie))
  return access.actorOf({ token, cookieToken })
}

/** The language that a socket's own messages are said in. */
export function languageOf({ handshake }: Socket): string {
  return (handshake.headers['accept-language'] ?? 'en').slice(0, 2)
}

export function cookieOf(header: string | undefined, name: string): string | undefined {
  const found = header?.split(';').find((part) => part.trim().startsWith(`${name}=`))
  return found?.trim().slice(name.length + 1)
}
