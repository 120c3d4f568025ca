import { useState } from 'react'

/**
 * Keeps form state in local storage under `draft.<name>` until it is sent or discarded. `recovered` is true when a
 * stored draft was found.
 */
export function useDraft<T extends object>(name: string, initial: () => T) {
  const key = `draft.${name}`
  const [initialDraft] = useState(() => loadDraft(key, initial))
  const [value, setValue] = useState(initialDraft.value)

  function change(next: Partial<T>) {
    setValue((current) => {
      const changed = { ...current, ...next }
      localStorage.setItem(key, JSON.stringify(changed))
      return changed
    })
  }

  function forget() {
    localStorage.removeItem(key)
  }

  function startOver() {
    forget()
    setValue(initial())
  }

  return { value, change, forget, startOver, recovered: initialDraft.recovered }
}

/** Updates a stored draft that is not mounted; the next mount reads it. */
export function updateDraft<T extends object>(name: string, initial: () => T, change: (draft: T) => T): void {
  const key = `draft.${name}`
  localStorage.setItem(key, JSON.stringify(change(loadDraft(key, initial).value)))
}

function loadDraft<T extends object>(key: string, initial: () => T): { value: T; recovered: boolean } {
  const defaults = initial()
  try {
    const read: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    if (typeof read !== 'object' || read === null) return { value: defaults, recovered: false }
    const validEntries = Object.entries(read).filter(([name, part]) => hasSameShape(part, Reflect.get(defaults, name)))
    return { value: { ...defaults, ...Object.fromEntries(validEntries) }, recovered: validEntries.length > 0 }
  } catch {
    return { value: defaults, recovered: false }
  }
}

/**
 * Returns whether a stored value has the type of the current field, since an older version of the app may have written
 * it.
 */
function hasSameShape(part: unknown, sample: unknown): boolean {
  if (sample === null || part === null) return sample !== undefined && (part === null || typeof part === 'string')
  return typeof part === typeof sample && Array.isArray(part) === Array.isArray(sample)
}
