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
export type ChargeId = Id<'charge'>
export type RefundId = Id<'refund'>
export type ReleaseId = Id<'release'>
export type SettlementId = Id<'settlement'>
export type ProjectProposalId = Id<'project-proposal'>
export type ChangeOrderId = Id<'change-order'>
export type TopUpId = Id<'top-up'>
export type DisputeId = Id<'dispute'>
export type DisputeTermsId = Id<'dispute-terms'>
export type PayoutId = Id<'payout'>
export type ReviewId = Id<'review'>
export type HourlyServiceId = Id<'hourly-service'>
export type BookingId = Id<'booking'>
export type PinId = Id<'pin'>
export type PinMessageId = Id<'pin-message'>
export type AssetId = Id<'asset'>

/** Brands a string that is known to be an id, from one of our own rows or freshly generated. */
export function asId<I extends Id<string>>(id: string): I {
  // Our rows only hold ids that were generated for their kind.
  return id as I
}

/** Returns true for the text form of a UUID as our ids and those of Postgres are written: in lower case, with hyphens. */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
}

export type IdGenerator = { next(): string }

const maxCounter = 0xfff

/**
 * Makes a generator of UUIDv7 texts (RFC 9562): 48 bits of time in milliseconds, a counter of 12 bits, then random bits.
 * Ids of one generator sort in the order in which they were made, even when its clock stands still or moves back. Clock
 * and randomness are passed in, which no package offers: the server's clock can be moved, and core reads none.
 */
export function makeIdGenerator(now: () => number, fillRandom: (bytes: Uint8Array<ArrayBuffer>) => void): IdGenerator {
  const bytes = new Uint8Array(16)
  const view = new DataView(bytes.buffer)
  let lastMs = 0
  let counter = 0
  return {
    next() {
      const ms = now()
      fillRandom(bytes)
      // A random start of at most half the range hides how many ids were made and leaves room to count.
      counter = ms > lastMs ? view.getUint16(6) & (maxCounter >> 1) : counter + 1
      lastMs = Math.max(lastMs, ms)
      if (counter > maxCounter) {
        lastMs += 1
        counter = 0
      }
      view.setUint16(0, Math.floor(lastMs / 2 ** 32))
      view.setUint32(2, lastMs % 2 ** 32)
      view.setUint16(6, 0x7000 | counter)
      view.setUint8(8, 0x80 | (view.getUint8(8) & 0x3f))
      return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0'))
        .join('')
        .replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5')
    },
  }
}
