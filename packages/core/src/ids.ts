declare const brand: unique symbol

/** A UUIDv7 in text form, branded by kind so that one kind cannot be passed for another. */
export type Id<Kind extends string> = string & { readonly [brand]: Kind }

export type UserId = Id<'user'>
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
export type HourlyServiceId = Id<'hourly-service'>
export type BookingId = Id<'booking'>
export type StoredFileId = Id<'stored-file'>
export type EventId = Id<'event'>
export type PinId = Id<'pin'>
export type PinMessageId = Id<'pin-message'>
export type AssetId = Id<'asset'>

/** Brands a string that is known to be an id, from one of our own rows or freshly generated. */
export function asId<I extends Id<string>>(id: string): I {
  // Our rows only hold ids that were generated for their kind.
  return id as I
}
