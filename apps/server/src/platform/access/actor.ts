import { type UserId } from '@veranda/core/ids.ts'

export type Role = 'client' | 'creator' | 'admin'

/** The acting user, read from the session and user rows, never from a token claim. */
export type Actor = {
  readonly id: UserId
  readonly role: Role
  readonly sessionId: string
  readonly isAdmin: boolean
  /** True for a user with an address, which is always a verified one. */
  readonly hasEmail: boolean
}
