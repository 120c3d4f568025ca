import { type Deliverable } from '@veranda/contract/commissions/deliverables/schemas.ts'
import { type Milestone } from '@veranda/contract/commissions/milestones/schemas.ts'
import { type MoneyDto } from '@veranda/contract/shared-schemas.ts'

/** One of the assets or images of a version, by the name that its creator gave it. */
export type NamedAsset = { readonly id: string; readonly name: string }

/**
 * One exact version under review, with what its milestone needs for a decision. A room's version has this shape; a page
 * makes it from the milestone. The hooks of approval, changes and pins take it, so that page and scene use the same.
 */
export type ReviewedVersion = {
  readonly deliverableId: string
  readonly number: number
  readonly hash: string
  readonly actions: Deliverable['actions']
  readonly assets: readonly NamedAsset[]
  /** Its images, and in a room also its other files that have no place in the scene. */
  readonly flatAssets: readonly NamedAsset[]
  readonly milestone: {
    readonly id: string
    readonly title: string
    /** The row version that commands expect. */
    readonly version: number
    /** Null for viewers who may not see it. */
    readonly price: MoneyDto | null
  }
}

/** Returns a version of a milestone as the review hooks take it. */
export function toReviewedVersion(milestone: Milestone, version: Deliverable): ReviewedVersion {
  const { id: deliverableId, number, hash, actions, assets, files: flatAssets } = version
  return { deliverableId, number, hash, actions, assets, flatAssets, milestone }
}
