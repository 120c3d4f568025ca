/** Values that the browser did not take: they last as long as the page. */
const kept = new Map<string, string>()
let hasWarned = false

/** Runs one access; a browser may refuse any of them, in a private window or when the disk is full. */
function attempt<T>(access: () => T, refused: T): T {
  try {
    return access()
  } catch (error) {
    if (!hasWarned) console.warn('local storage does not work, so this page keeps its settings in memory', error)
    hasWarned = true
    return refused
  }
}

/** The browser's local storage, or memory for what it refuses. */
export const deviceStorage = {
  get: (key: string): string | null => kept.get(key) ?? attempt(() => localStorage.getItem(key), null),
  set(key: string, value: string): void {
    kept.set(key, value)
    attempt(() => {
      localStorage.setItem(key, value)
      kept.delete(key)
    }, undefined)
  },
  remove(key: string): void {
    kept.delete(key)
    attempt(() => localStorage.removeItem(key), undefined)
  },
  /** Forgets what only this page keeps, except for these keys. */
  forgetKept(exceptions: readonly string[]): void {
    for (const key of kept.keys()) if (!exceptions.includes(key)) kept.delete(key)
  },
  keys: (): string[] => [...kept.keys(), ...attempt(() => Object.keys(localStorage), [])],
}
