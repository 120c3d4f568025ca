import { type AdminPermission } from '@veranda/core/admin/admin-roles.ts'
import { type IncomingHttpHeaders } from 'node:http'
import { type Actor } from '../access/actor.ts'
import { type Env } from '../../env.ts'

/** An access rule: who may call a route. The description is printed in docs/routes.md. */
export type AccessRule<A extends Actor | undefined = Actor | undefined> = {
  readonly kind: 'anyone' | 'signed-in' | 'signed-in-by-cookie' | 'admin' | 'cookie' | 'webhook'
  readonly description: string
  /** For types only: the actor that a handler gets. */
  readonly actor?: A
  readonly verify?: VerifySignature
  /** Refused with `admin.not-permitted` to an admin whose roles do not have it. */
  readonly permission?: AdminPermission
  /** Refused with `account.email-missing` for a user without a verified address. */
  readonly needsEmail?: true
  /** The switch without which the route does not exist; all of them are off in production. */
  readonly sandboxSwitch?: SandboxSwitch
}

/** The switches of the environment that only a sandbox has. */
export type SandboxSwitch = 'demoEntry' | 'sandboxControls' | 'sandboxMailbox' | 'sandboxOpenMailbox'

/** Verifies a webhook's signature over the raw bytes. */
export type VerifySignature = (call: {
  raw: Buffer
  headers: IncomingHttpHeaders
  env: Env
}) => Promise<boolean> | boolean

/** Allows everyone; the handler gets the actor if there is a valid session. */
export const anyone: AccessRule<Actor | undefined> = { kind: 'anyone', description: 'Anyone, signed in or not.' }

/** Allows everyone, for what its owner agreed to show to strangers; the reply is the same for all. */
export const publicToAll: AccessRule<Actor | undefined> = {
  kind: 'anyone',
  description: 'Public: anyone, for what its owner agreed to show.',
}

/** Allows signed-in users: a valid token together with its cookie. The use case checks ownership. */
export const signedIn: AccessRule<Actor> = { kind: 'signed-in', description: 'Anyone signed in, for their own data.' }

/** Allows signed-in users. The description says whose data it is or whose step, as the use case checks it. */
export function signedInAs(description: string): AccessRule<Actor> {
  return { kind: 'signed-in', description }
}

/** Allows every signed-in user, for data that is not personal. */
export const anyoneSignedIn: AccessRule<Actor> = signedInAs('Anyone signed in.')

/** Allows admins who have a second factor; for everyone else the route does not exist. */
export const adminOnly: AccessRule<Actor> = { kind: 'admin', description: 'Admins only; not found for everyone else.' }

/** Allows those of them whose roles have a permission. */
export function adminWho(permission: AdminPermission): AccessRule<Actor> {
  return { ...adminOnly, permission, description: `Admins who may ${permission}; not found for everyone else.` }
}

/** Identifies the caller by the session cookie alone, as for images and for renewing the token. */
export const cookieOnly: AccessRule<Actor | undefined> = {
  kind: 'cookie',
  description: 'The session cookie alone identifies the caller; without it the caller is signed out.',
}

/** Allows signed-in users by the cookie alone or with the token too, as for uploads that outlive a token. */
export const signedInByCookie: AccessRule<Actor> = {
  kind: 'signed-in-by-cookie',
  description: 'Anyone signed in, with the session cookie alone or with the token, for their own data.',
}

/**
 * Allows those whom the rule allows once they have a verified address: for steps that others rely on, such as to
 * publish, request, offer, accept, pay, book and begin a conversation.
 */
export function withVerifiedAddress(rule: AccessRule<Actor>): AccessRule<Actor> {
  return { ...rule, needsEmail: true, description: `${rule.description} Only with a verified address.` }
}

/** Lets a route exist only in a sandbox with the switch on, for those whom the rule allows. */
export function inSandbox<A extends Actor | undefined>(
  sandboxSwitch: SandboxSwitch,
  rule: AccessRule<A>,
): AccessRule<A> {
  return { ...rule, sandboxSwitch, description: `${rule.description} Only with ${sandboxSwitchNames[sandboxSwitch]}.` }
}

const sandboxSwitchNames: Readonly<Record<SandboxSwitch, string>> = {
  demoEntry: 'DEMO_ENTRY',
  sandboxControls: 'SANDBOX_CONTROLS',
  sandboxMailbox: 'SANDBOX_MAILBOX',
  sandboxOpenMailbox: 'SANDBOX_MAILBOX on a loopback address without PUBLIC_URL',
}

/** Allows a partner's server whose signature `verify` accepts. */
export function webhook(partner: string, verify: VerifySignature): AccessRule<undefined> {
  return { kind: 'webhook', description: `${partner}, by a valid signature.`, verify }
}
