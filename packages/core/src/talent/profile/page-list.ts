import { ok, refuse, type Result } from '../../result.ts'

/**
 * Returns the ids of a list with one moved before another, or to the end if `before` is null. Refuses with
 * page-list.stale (conflict, field `before`) when the other one is not in the list any more.
 */
export function moveBefore(ids: readonly string[], id: string, before: string | null): Result<string[]> {
  const others = ids.filter((other) => other !== id)
  const at = before === null ? others.length : others.indexOf(before)
  if (before !== id && at === -1) return refuse('page-list.stale', 'conflict', { field: 'before' })
  return ok(before === id ? [...ids] : others.toSpliced(at, 0, id))
}
