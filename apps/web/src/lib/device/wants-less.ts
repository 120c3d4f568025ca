import { savesData } from './saves-data.ts'

/** Returns whether the visitor asked for less motion or less data. */
export function wantsLess(): boolean {
  return savesData() || globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches
}
