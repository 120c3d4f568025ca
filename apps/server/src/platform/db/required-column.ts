type StoredRow = { readonly id: string; readonly state: string }

/** Returns a column that the state of its row requires. Throws RangeError, which names the row, if it is empty. */
export function requiredColumn<T>(value: T | null, kind: string, { id, state }: StoredRow): T {
  if (value === null) throw new RangeError(`stored ${kind} ${id} is ${state} without its fields`)
  return value
}
