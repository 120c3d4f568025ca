import { type IncomingHttpHeaders } from 'node:http'
import { type Actor } from '../access/actor.ts'
import { type Env } from '../env.ts'

/** Who may call a route. The sentence stands in the generated table of routes. */
export type Who<A extends Actor | undefined = Actor | undefined> = {
  readonly kind: 'anyone' | 'signed-in' | 'signed-in-by-cookie' | 'operator' | 'cookie' | 'sandbox' | 'webhook'
  readonly sentence: string
  /** Types only: what a handler gets as its actor. */
  readonly actor?: A
  readonly verify?: Verify
}

/** Checks a webhook's signature over the bytes as they came. */
export type Verify = (call: { raw: Buffer; headers: IncomingHttpHeaders; env: Env }) => Promise<boolean> | boolean

/** Anyone; when a valid session comes along, the handler knows whose. */
export const anyone: Who<Actor | undefined> = { kind: 'anyone', sentence: 'Anyone, signed in or not.' }

/** Someone signed in: a valid token together with the cookie it belongs to. What is theirs the use case checks. */
export const signedIn: Who<Actor> = { kind: 'signed-in', sentence: 'Anyone signed in, for what is theirs.' }

/** Someone signed in; the sentence says whose the thing has to be or whose the step is, as the use case checks it. */
export function signedInAs(sentence: string): Who<Actor> {
  return { kind: 'signed-in', sentence }
}

/** Someone signed in, whoever it is: nothing here is anybody's own. */
export const everybodySignedIn: Who<Actor> = signedInAs('Anyone signed in, whoever they are.')

/** An operator of the installation; to everybody else the route is not there. */
export const operator: Who<Actor> = { kind: 'operator', sentence: 'Operators only; absent for everybody else.' }

/** The session cookie alone stands for the caller, as for images and for renewing the token. */
export const cookieAlone: Who<Actor | undefined> = {
  kind: 'cookie',
  sentence: 'The session cookie alone says who calls; without one it is someone signed out.',
}

/** Someone signed in, by the cookie alone or with the token too, as for uploads that outlive a token. */
export const signedInByCookie: Who<Actor> = {
  kind: 'signed-in-by-cookie',
  sentence: 'Anyone signed in, by the session cookie alone or with the token, for what is theirs.',
}

/** Anyone, but only in the sandbox; absent in production. */
export const sandboxOnly: Who<Actor | undefined> = { kind: 'sandbox', sentence: 'Anyone, in the sandbox only.' }

/** A partner's server whose signature `verify` accepts. */
export function webhook(partner: string, verify: Verify): Who<undefined> {
  return { kind: 'webhook', sentence: `${partner}, by a valid signature.`, verify }
}
