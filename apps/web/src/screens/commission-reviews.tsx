import { type Commission } from '@veranda/contract/commissions/offers/schemas.ts'
import { ReviewPairCard } from '../features/reviews/review-pair.tsx'

type Props = { commission: Pick<Commission, 'id' | 'state' | 'viewerRole' | 'client' | 'creator'> }

/** Renders both reviews of a commission that is complete, for its two parties. */
export function CommissionReviews({ commission: { id, state, viewerRole, client, creator } }: Props) {
  if (state !== 'completed') return null
  return <ReviewPairCard commissionId={id} other={viewerRole === 'client' ? creator : client} />
}
