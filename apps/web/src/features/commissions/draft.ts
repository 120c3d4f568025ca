import { useState } from 'react'

/**
 * What is being typed, kept on this device under `draft.<name>` until it is sent or put away. `recovered` says that it
 * was found from before.
 */
export function useDraft<T extends object>(name: string, initial: () => T) {
  const key = `draft.${name}`
  const [start] = useState(() => restore(key, initial))
  const [value, setValue] = useState(start.value)

  function change(next: Partial<T>) {
    setValue((now) => {
      const changed = { ...now, ...next }
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

  return { value, change, forget, startOver, recovered: start.recovered }
}

/** Changes a draft that is not on the screen just now; whoever opens it next finds it so. */
export function changeDraft<T extends object>(name: string, initial: () => T, change: (draft: T) => T): void {
  const key = `draft.${name}`
  localStorage.setItem(key, JSON.stringify(change(restore(key, initial).value)))
}

function restore<T extends object>(key: string, initial: () => T): { value: T; recovered: boolean } {
  const fresh = initial()
  try {
    const read: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    if (typeof read !== 'object' || read === null) return { value: fresh, recovered: false }
    const kept = Object.entries(read).filter(([name, part]) => isLike(part, Reflect.get(fresh, name)))
    return { value: { ...fresh, ...Object.fromEntries(kept) }, recovered: kept.length > 0 }
  } catch {
    return { value: fresh, recovered: false }
  }
}

/** Only what has the kind of today's field is taken over: an older version of the app may have written it. */
function isLike(part: unknown, sample: unknown): boolean {
  if (sample === null || part === null) return sample !== undefined && (part === null || typeof part === 'string')
  return typeof part === typeof sample && Array.isArray(part) === Array.isArray(sample)
}
