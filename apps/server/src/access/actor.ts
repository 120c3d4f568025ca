import { type PersonId } from '@veranda/core/ids.ts'

export type Role = 'client' | 'creator' | 'admin'

/** Who acts: read from the rows of session and person at each call, never from a claim. */
export type Actor = {
  readonly id: PersonId
  readonly role: Role
  readonly sessionId: string
  readonly operator: boolean
}
