import { createStore } from '../../lib/store.ts'

export const paletteOpen = createStore(false)

export function openPalette(): void {
  paletteOpen.set(true)
}

/** Returns the shortcut as written on this device. */
export function paletteShortcut(): string {
  return /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K'
}
