import { type UserId } from '../ids.ts'

/** Of a ticket whose sender has an account; `number` is what both sides call it. */
type SenderFacts = { readonly ticketId: string; readonly number: number; readonly senderId: UserId }

/** Events of support tickets, with their data. The texts are never part of an event. */
export type SupportEvents = {
  'ticket.answered': SenderFacts
  'ticket.solved': SenderFacts
}

export type SupportEventType = keyof SupportEvents
export type SupportEvent<T extends SupportEventType = SupportEventType> = {
  [K in T]: { readonly type: K; readonly data: SupportEvents[K] }
}[T]
