import { type CommissionEventType } from '@veranda/core/commissions/events.ts'

/** What everybody in a project sees of it: the work. */
export const seenByAll: readonly (CommissionEventType | 'review.published')[] = [
  'project.opened',
  'project.activated',
  'project.completed',
  'project.cancelled',
  'commission.active',
  'commission.completed',
  'milestone.started',
  'deliverable.added',
  'milestone.submitted',
  'milestone.submission-withdrawn',
  'milestone.changes-requested',
  'milestone.approved',
  'review.published',
]

/** What only the client and the creator concerned see: what they negotiate, and the money. */
export const seenByParties: readonly CommissionEventType[] = [
  'commission.requested',
  'offer.made',
  'offer.countered',
  'offer.returned',
  'offer.accepted',
  'commission.declined',
  'commission.withdrawn',
  'commission.expired',
  'commission.cancelled',
  'milestone.funding-started',
  'milestone.funding-failed',
  'milestone.funded',
  'milestone.review-reminded',
  'milestone.released',
  'milestone.cancelled',
]

type Data = Readonly<Record<string, unknown>>

/** The key of the catalogue `activity`: the type of the event, with a word more where one type has two sentences. */
export function activityName(type: string, data: Data): string {
  if (type === 'milestone.approved' && data['auto'] === true) return 'milestone.approved-by-itself'
  if (type === 'offer.made' && data['edited'] === true) return 'offer.edited'
  if (type === 'offer.returned' && data['which'] === 'counter') return 'offer.counter-agreed'
  if (type === 'milestone.funding-failed' && data['reason'] === 'expired') return 'milestone.funding-expired'
  return type
}

const shown = ['title', 'number', 'round', 'reason', 'reminder', 'amount', 'charged', 'creatorReceives', 'currency']

/** What the sentences may name. `count` chooses the plural form: the items of a request for changes. */
export function activityParams(data: Data): Record<string, string | number> {
  const params: Record<string, string | number> = {}
  for (const name of shown) {
    const value = data[name]
    if (typeof value === 'string' || typeof value === 'number') params[name] = value
  }
  const items = data['items']
  return typeof items === 'number' ? { ...params, count: items } : params
}
