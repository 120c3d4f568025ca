import { type PendingActionKind } from './pending-actions.ts'

/**
 * The meaning of a pending action's amount: the price of an offer without fees, what the client pays or has paid with
 * their fee, or what the creator receives after theirs.
 */
export type PendingAmountKind = 'price' | 'pays' | 'paid' | 'receives'

/** Returns what the amount of a pending action is for the side that reads it. */
export function pendingAmountKind(action: PendingActionKind, viewer: 'client' | 'creator'): PendingAmountKind {
  if (action === 'answer-offer' || action === 'answer-counter-offer') return 'price'
  if (viewer === 'creator') return 'receives'
  return action === 'fund' || action === 'confirm-payment' ? 'pays' : 'paid'
}
