import { type ConversationId, type PersonId, type ProjectId } from '../ids.ts'
import { type Instant } from '../time/instant.ts'
import { type Mandatory } from './route.ts'
import { type LiveName, type NotificationType, type Priority } from './types.ts'

/** Who is told: one person, or everybody in a project or conversation. The actor is left out by routing. */
export type Recipients =
  | { readonly person: PersonId; readonly role: 'client' | 'creator' | 'self' }
  | { readonly membersOf: ProjectId | ConversationId; readonly kind: 'project' | 'conversation' }

/**
 * What one log event makes for some recipients. `key` with `params` makes title (`<key>.title`) and text (`<key>.text`)
 * in the reader's language, from the catalogue `notifications`; `data` goes over the wire, amounts in minor units.
 */
export type Draft = {
  readonly to: Recipients
  readonly type: NotificationType
  readonly live: LiveName
  readonly priority: Priority
  readonly mandatory: Mandatory | null
  /** A mail of its own, with a calendar file, goes to the same people; the notification is not mailed besides. */
  readonly mailedApart?: boolean
  /** When the thing that a reminder is about starts. */
  readonly startsAt?: Instant
  readonly key: string
  readonly params: Readonly<Record<string, string | number>>
  readonly data: Readonly<Record<string, string | number>>
}
