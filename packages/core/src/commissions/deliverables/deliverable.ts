import { canonicalJson } from '../../canonical-json.ts'
import { type DeliverableId, type MilestoneId } from '../../ids.ts'
import { type Result, ok, refuse } from '../../result.ts'

export const deliverableStates = ['draft', 'submitted', 'withdrawn', 'changes_requested', 'approved'] as const
export type DeliverableState = (typeof deliverableStates)[number]

/** A version of a deliverable as the core sees it. */
export type Deliverable = {
  readonly id: DeliverableId
  readonly milestoneId: MilestoneId
  readonly hash: string
  readonly state: DeliverableState
}

/** Returns whether the version may be submitted: it was neither reviewed nor is it under review. */
export function isSubmittable({ state }: Pick<Deliverable, 'state'>): boolean {
  return state === 'draft' || state === 'withdrawn'
}

/** A reference to one version in a command: never "latest". */
export type VersionRef = { readonly deliverableId: DeliverableId; readonly hash: string }

/** Content of a version. `hash` of a file is the sha256 of its stored bytes. */
export type DeliverableContent = {
  readonly notes: string
  readonly files: readonly HashedFile[]
  /** The hash of an asset is that of its source, independent of its renditions. */
  readonly assets: readonly HashedFile[]
}

type HashedFile = { readonly name: string; readonly hash: string }

export const deliverableLimits = { notes: 8_000, files: 20 } as const

/**
 * Trims and checks the content. Refuses deliverable.empty, deliverable.notes-too-long and deliverable.too-many-files.
 */
export function checkDeliverable(content: DeliverableContent): Result<DeliverableContent> {
  const notes = content.notes.trim()
  const count = content.files.length + content.assets.length
  if (count === 0) return refuse('deliverable.empty', 'invalid', { field: 'fileIds' })
  if (count > deliverableLimits.files) {
    return refuse('deliverable.too-many-files', 'invalid', {
      field: 'fileIds',
      detail: { max: deliverableLimits.files },
    })
  }
  if (notes.length > deliverableLimits.notes) {
    return refuse('deliverable.notes-too-long', 'invalid', { field: 'notes', detail: { max: deliverableLimits.notes } })
  }
  return ok({ notes, files: content.files, assets: content.assets })
}

/**
 * Returns the canonical text of a version for hashing with sha256: notes and the hashes of files and assets, in order.
 */
export function canonicalVersionText(content: DeliverableContent): string {
  const hashes = (parts: readonly HashedFile[]) => parts.map(({ name, hash }) => ({ name, hash }))
  const assets = content.assets.length > 0 ? { assets: hashes(content.assets) } : {}
  return canonicalJson({ notes: content.notes, files: hashes(content.files), ...assets })
}

/** Checks that a command names exactly this version. Refuses deliverable.other-version (conflict). */
export function checkVersionRef(hashes: VersionRef, actual: VersionRef): Result<VersionRef> {
  const same = hashes.deliverableId === actual.deliverableId && hashes.hash === actual.hash
  return same ? ok(actual) : refuse('deliverable.other-version', 'conflict')
}

/** The state of the named version after each milestone action. */
export const deliverableStateAfter = {
  submit: 'submitted',
  'withdraw-submission': 'withdrawn',
  'request-changes': 'changes_requested',
  approve: 'approved',
  'auto-approve': 'approved',
} as const satisfies Record<string, DeliverableState>
