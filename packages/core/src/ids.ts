declare const brand: unique symbol

/** A UUIDv7 in text form that names one kind of thing, so that one kind cannot be passed for another. */
export type Id<Kind extends string> = string & { readonly [brand]: Kind }

export type PersonId = Id<'person'>
export type ProjectId = Id<'project'>
export type CommissionId = Id<'commission'>
export type OfferVersionId = Id<'offer-version'>
export type MilestoneId = Id<'milestone'>
export type DeliverableId = Id<'deliverable'>
export type ConversationId = Id<'conversation'>
export type MessageId = Id<'message'>
export type NotificationId = Id<'notification'>
export type ChargeId = Id<'charge'>
export type PayoutId = Id<'payout'>
export type ReviewId = Id<'review'>
export type ServiceId = Id<'service'>
export type SessionId = Id<'session'>
export type BookingId = Id<'booking'>
export type FileId = Id<'file'>
export type EventId = Id<'event'>
export type PinId = Id<'pin'>
export type PinMessageId = Id<'pin-message'>
export type WorkId = Id<'work'>
