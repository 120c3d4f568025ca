import { type ConversationId, type UserId, type ProjectId } from '../../ids.ts'
import { quoteText } from '../../text.ts'
import { type Instant } from '../../time/instant.ts'
import { type MandatoryCause } from './route-notification.ts'
import { type NotificationEventName, type NotificationType, type Priority } from '../types.ts'

/**
 * One user, or all members of a project or conversation, `except` those who get another notification of the same act.
 * Routing leaves out the actor.
 */
export type Recipients =
  | { readonly user: UserId; readonly role: 'client' | 'creator' | 'self' }
  | {
      readonly membersOf: ProjectId | ConversationId
      readonly kind: 'project' | 'conversation'
      readonly except?: readonly UserId[]
    }

/**
 * Draft of a notification, made from one event. `key` and `params` give title (`<key>.title`) and text (`<key>.text`)
 * in the recipient's language, from the catalogue `notifications`; `data` goes over the wire, amounts in minor units.
 */
export type NotificationDraft = {
  readonly to: Recipients
  /** Who it comes from, if that is not the actor of the event: a payment confirms a step that a user took. */
  readonly from?: UserId
  readonly type: NotificationType
  readonly eventName: NotificationEventName
  readonly priority: Priority
  readonly mandatory: MandatoryCause | null
  /** The recipients get a separate mail, with a calendar file or a link of their own, so the notification itself is not mailed. */
  readonly mailedSeparately?: boolean
  /** Start time of what a reminder is about. */
  readonly startsAt?: Instant
  readonly key: string
  readonly params: Readonly<Record<string, string | number>>
  readonly data: Readonly<Record<string, string | number>>
}

/**
 * Adds the reason that a user gave to a draft, whose texts are then at `<key>.with-reason`. Returns the draft as it is
 * without one.
 */
export function withReason(draft: NotificationDraft, reason: string): NotificationDraft {
  const quoted = quoteText(reason)
  return quoted === ''
    ? draft
    : { ...draft, key: `${draft.key}.with-reason`, params: { ...draft.params, reason: quoted } }
}

/** The subject of a notification. Two have the same one if every id is the same. */
export type NotificationSubject = {
  readonly commissionId: string | null
  readonly milestoneId: string | null
  readonly pinId: string | null
  readonly appointmentId: string | null
}

/** Returns what a draft is about; undefined if that is neither part of a commission nor a booking. */
export function subjectOf({ data }: NotificationDraft): NotificationSubject | undefined {
  const idOf = (name: keyof NotificationSubject) => (typeof data[name] === 'string' ? data[name] : null)
  const commissionId = idOf('commissionId')
  const appointmentId = idOf('appointmentId')
  if (commissionId === null && appointmentId === null) return undefined
  return { commissionId, milestoneId: idOf('milestoneId'), pinId: idOf('pinId'), appointmentId }
}
