import { type Theme, themes } from '@veranda/core/accounts/settings/theme.ts'
import { createStore, useStore } from './store.ts'
import { deviceStorage } from './device/device-storage.ts'

const storageKey = 'theme'
const darkModeQuery = globalThis.matchMedia?.('(prefers-color-scheme: dark)')
const theme = createStore<Theme>(readStoredTheme())

const systemPrefersDark = createStore(darkModeQuery?.matches ?? false)
// public/first-paint.js updates the page; this is for content drawn in code.
darkModeQuery?.addEventListener('change', () => systemPrefersDark.set(darkModeQuery.matches))

/** Returns the chosen theme and re-renders when the device's colour scheme changes. */
export function useTheme(): Theme {
  useStore(systemPrefersDark)
  return useStore(theme)
}

/** Sets the theme and stores it on this device. public/first-paint.js applies it before the first paint. */
export function setTheme(next: Theme): void {
  deviceStorage.set(storageKey, next)
  theme.set(next)
  applyTheme(next)
}

/** Returns the theme in effect, resolving `system` by the device's colour scheme. */
export function resolveTheme(choice: Theme): 'daylight' | 'dusk' {
  if (choice !== 'system') return choice
  return darkModeQuery?.matches ? 'dusk' : 'daylight'
}

function applyTheme(choice: Theme): void {
  document.documentElement.dataset['theme'] = resolveTheme(choice)
}

function readStoredTheme(): Theme {
  const read = deviceStorage.get(storageKey)
  return themes.find((known) => known === read) ?? 'system'
}
