export const creatorActions = ['edit', 'request', 'book', 'message'] as const
export type CreatorAction = (typeof creatorActions)[number]

/**
 * Returns what a reader may do with a creator's page: edit their own, or write to the creator, ask for an offer while
 * the creator takes requests, and book where there is a bookable service.
 */
export function creatorActionsFor(reader: {
  readonly isOwner: boolean
  readonly canRequest: boolean
  readonly canBook: boolean
}): CreatorAction[] {
  if (reader.isOwner) return ['edit']
  return publicPageActionsFor({ takesRequests: reader.canRequest, hasHourlyServices: reader.canBook })
}

export const publicPageActions = ['request', 'book', 'message'] as const
export type PublicPageAction = (typeof publicPageActions)[number]

/** Returns what a creator's public page leads to; the same for everyone, because it is not known who reads it. */
export function publicPageActionsFor(creator: {
  readonly takesRequests: boolean
  readonly hasHourlyServices: boolean
}): PublicPageAction[] {
  return publicPageActions.filter(
    (action) => action === 'message' || (action === 'request' ? creator.takesRequests : creator.hasHourlyServices),
  )
}
