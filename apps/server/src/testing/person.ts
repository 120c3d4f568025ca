import { type PersonId } from '@veranda/core/ids.ts'
import { type Role } from '../access/actor.ts'

/** Somebody with a living session. */
export type Person = {
  readonly id: PersonId
  readonly name: string
  readonly email: string
  readonly role: Role
  /** The access token, and the Cookie header it belongs to. */
  readonly token: string
  readonly cookie: string
}
