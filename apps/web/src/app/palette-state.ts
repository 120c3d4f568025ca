import { createStore } from '../lib/store.ts'

export const paletteOpen = createStore(false)

export function openPalette(): void {
  paletteOpen.set(true)
}

/** How the keys are written on this device. */
export function paletteKeys(): string {
  return /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K'
}
