/** Everything that the server acknowledged, by kind, with what is needed to find it again. */
export type Acknowledgements = {
  readonly messages: { readonly conversationId: string; readonly clientId: string; readonly seq: number }[]
  /** Free sessions that were booked and payments for others that were accepted; `note` is unique to the attempt. */
  readonly bookings: { readonly id: string; readonly note: string; readonly paid: boolean }[]
  /** Payments of milestones that the server accepted. */
  readonly fundings: { readonly milestoneId: string }[]
  /** Approvals, each of which released the escrow. */
  readonly releases: { readonly milestoneId: string }[]
  /** Milestones whose whole escrow the creator gave back. */
  readonly refunds: { readonly milestoneId: string }[]
  /** Milestones whose whole escrow was in dispute, until both sides agreed to share it. */
  readonly disputes: { readonly milestoneId: string }[]
  readonly payouts: { readonly id: string; readonly userId: string }[]
  readonly uploads: { readonly id: string; readonly sha256: string }[]
  /** Notes left in a room during a visit. */
  readonly notes: { readonly roomId: string; readonly text: string }[]
}
export type AcknowledgedKind = keyof Acknowledgements

export const acknowledgedKinds: readonly AcknowledgedKind[] = [
  'messages',
  'bookings',
  'fundings',
  'releases',
  'refunds',
  'disputes',
  'payouts',
  'uploads',
  'notes',
]

export function noAcknowledgements(): Acknowledgements {
  return {
    messages: [],
    bookings: [],
    fundings: [],
    releases: [],
    refunds: [],
    disputes: [],
    payouts: [],
    uploads: [],
    notes: [],
  }
}

/** Returns how many acknowledgements there are in all. */
export function countAcknowledgements(acknowledged: Acknowledgements): number {
  return acknowledgedKinds.reduce((sum, kind) => sum + acknowledged[kind].length, 0)
}
