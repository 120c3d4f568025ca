import { canonicalJson } from '../canonical-json.ts'
import { type DeliverableId, type MilestoneId } from '../ids.ts'
import { type Result, ok, refuse } from '../result.ts'

export const deliverableStates = ['draft', 'submitted', 'withdrawn', 'changes_requested', 'approved'] as const
export type DeliverableState = (typeof deliverableStates)[number]

/** A version of the work as the rules see it. */
export type Deliverable = {
  readonly id: DeliverableId
  readonly milestoneId: MilestoneId
  readonly hash: string
  readonly state: DeliverableState
}

/** A version as a command names it: never "latest". */
export type NamedVersion = { readonly deliverableId: DeliverableId; readonly hash: string }

/** What a version consists of. `hash` of a file is the sha256 of its stored bytes. */
export type DeliverableContent = {
  readonly notes: string
  readonly files: readonly Part[]
  /** The hash of a work is that of its original, whatever is shown of it. */
  readonly works: readonly Part[]
}

type Part = { readonly name: string; readonly hash: string }

export const deliverableLimits = { notes: 8_000, files: 20 } as const

/** Trims and checks; refuses deliverable.empty, deliverable.notes-too-long and deliverable.too-many-files. */
export function checkDeliverable(content: DeliverableContent): Result<DeliverableContent> {
  const notes = content.notes.trim()
  const count = content.files.length + content.works.length
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
  return ok({ notes, files: content.files, works: content.works })
}

/** The one text of a version, to be hashed with sha256: notes and the hashes of files and works, in their order. */
export function canonicalVersion(content: DeliverableContent): string {
  const named = (parts: readonly Part[]) => parts.map(({ name, hash }) => ({ name, hash }))
  const works = content.works.length > 0 ? { works: named(content.works) } : {}
  return canonicalJson({ notes: content.notes, files: named(content.files), ...works })
}

/** Whether the command names exactly this version; refuses deliverable.other-version (conflict). */
export function checkNamed(named: NamedVersion, actual: NamedVersion): Result<NamedVersion> {
  const same = named.deliverableId === actual.deliverableId && named.hash === actual.hash
  return same ? ok(actual) : refuse('deliverable.other-version', 'conflict')
}

/** The state of the named version after each action on its milestone. */
export const deliverableStateAfter = {
  submit: 'submitted',
  'withdraw-submission': 'withdrawn',
  'request-changes': 'changes_requested',
  approve: 'approved',
  'auto-approve': 'approved',
} as const satisfies Record<string, DeliverableState>
