import { type AdminRole } from '@veranda/core/admin/admin-roles.ts'
import { type UserId } from '@veranda/core/ids.ts'

export type Role = 'client' | 'creator' | 'admin'

/** The acting user, read from the session and user rows, never from a token claim. */
export type Actor = {
  readonly id: UserId
  readonly role: Role
  readonly sessionId: string
  readonly isAdmin: boolean
  /** Empty for everyone who is not an admin. */
  readonly adminRoles: readonly AdminRole[]
  /** For admins only: an authenticator app is on, or the session began with a passkey that checked its user. */
  readonly hasSecondFactor: boolean
  /** True for a user with an address, which is always a verified one. */
  readonly hasEmail: boolean
}
