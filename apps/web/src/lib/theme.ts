import { createStore, useStore } from './store.ts'

export const themes = ['system', 'daylight', 'dusk'] as const
export type Theme = (typeof themes)[number]

const key = 'theme'
const dark = globalThis.matchMedia?.('(prefers-color-scheme: dark)')
const theme = createStore<Theme>(stored())

const night = createStore(dark?.matches ?? false)
// public/theme.js changes the page; this is for what is drawn by hand.
dark?.addEventListener('change', () => night.set(dark.matches))

/** The choice. Whoever uses it is drawn anew when the device changes its mind, too. */
export function useTheme(): Theme {
  useStore(night)
  return useStore(theme)
}

/** Takes this look from now on, and remembers it on this device. public/theme.js applies it before the first paint. */
export function chooseTheme(next: Theme): void {
  localStorage.setItem(key, next)
  theme.set(next)
  apply(next)
}

/** The look that is in force, with the device's wish resolved. */
export function shownTheme(choice: Theme): 'daylight' | 'dusk' {
  if (choice !== 'system') return choice
  return dark?.matches ? 'dusk' : 'daylight'
}

function apply(choice: Theme): void {
  document.documentElement.dataset['theme'] = shownTheme(choice)
}

function stored(): Theme {
  const read = localStorage.getItem(key)
  return themes.find((known) => known === read) ?? 'system'
}
