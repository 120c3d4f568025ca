import { useState, useSyncExternalStore } from 'react'
import { deviceStorage } from './device/device-storage.ts'
import { sessionStore } from './session/session.ts'

/** Returns the key of a draft of the signed-in user, whom it waits for after a session that ended by itself. */
export function draftKey(name: string): string {
  return `draft.${sessionStore.get().user?.id}.${name}`
}

/**
 * Keeps form state in local storage under `draft.<name>` until it is sent or discarded. `recovered` is true when a
 * stored draft was found.
 */
export function useDraft<T extends object>(name: string, initial: () => T) {
  const key = draftKey(name)
  const [initialDraft] = useState(() => loadDraft(key, initial))
  const [value, setValue] = useState(initialDraft.value)

  function change(next: Partial<T>) {
    setValue((current) => {
      const changed = { ...current, ...next }
      deviceStorage.set(key, JSON.stringify(changed))
      return changed
    })
  }

  /** Fills in what the user has not written, which is stored only with what they write. */
  function prefill(next: Partial<T>) {
    setValue((current) => ({ ...current, ...next }))
  }

  function forget() {
    deviceStorage.remove(key)
  }

  function startOver() {
    forget()
    setValue(initial())
  }

  return { value, change, prefill, forget, startOver, recovered: initialDraft.recovered }
}

/** Returns whether a draft of this name was kept. */
export function hasDraft(name: string): boolean {
  return deviceStorage.get(draftKey(name)) !== null
}

const sharedDraftListeners = new Set<() => void>()

/**
 * Keeps a draft that several components edit at once, such as a page and a panel in the scene. Storage holds the only
 * copy, so it may also be changed by `updateSharedDraft` while nothing shows it.
 */
export function useSharedDraft<T extends object>(name: string, initial: () => T) {
  const stored = useSyncExternalStore(subscribeToSharedDrafts, () => deviceStorage.get(draftKey(name)))
  return {
    value: parseDraft(stored, initial).value,
    change: (next: Partial<T>) => updateSharedDraft(name, initial, (draft) => ({ ...draft, ...next })),
    startOver() {
      deviceStorage.remove(draftKey(name))
      notifySharedDrafts()
    },
  }
}

export function updateSharedDraft<T extends object>(name: string, initial: () => T, change: (draft: T) => T): void {
  const key = draftKey(name)
  deviceStorage.set(key, JSON.stringify(change(loadDraft(key, initial).value)))
  notifySharedDrafts()
}

function subscribeToSharedDrafts(listener: () => void): () => void {
  sharedDraftListeners.add(listener)
  return () => sharedDraftListeners.delete(listener)
}

function notifySharedDrafts(): void {
  for (const listener of sharedDraftListeners) listener()
}

function loadDraft<T extends object>(key: string, initial: () => T): { value: T; recovered: boolean } {
  return parseDraft(deviceStorage.get(key), initial)
}

function parseDraft<T extends object>(stored: string | null, initial: () => T): { value: T; recovered: boolean } {
  const defaults = initial()
  try {
    const read: unknown = JSON.parse(stored ?? 'null')
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
