import { type Theme } from './types.ts'

const names = [
  'ground',
  'surface',
  'raised',
  'sunken',
  'ink',
  'quiet',
  'hairline',
  'primary',
  'on-primary',
  'primary-soft',
  'accent',
  'on-accent',
  'accent-ink',
  'accent-soft',
  'success',
  'warning',
  'error',
  'on-error',
] as const

/** The tokens of the flat app, for what is drawn on textures: one source for both. */
export type Look = Readonly<Record<(typeof names)[number], string>> & { readonly font: string; readonly theme: Theme }

/** Reads the tokens of a theme from the page's own style sheets. */
export function readLook(host: HTMLElement, theme: Theme): Look {
  const probe = document.createElement('div')
  probe.dataset['theme'] = theme
  probe.hidden = true
  host.append(probe)
  const style = getComputedStyle(probe)
  const value = (name: string, otherwise: string) => style.getPropertyValue(`--${name}`).trim() || otherwise
  const look = {
    ...Object.fromEntries(names.map((name) => [name, value(name, theme === 'dusk' ? '#24222f' : '#ffffff')])),
    font: value('font', 'system-ui, sans-serif'),
    theme,
  }
  probe.remove()
  // All names were just read; fromEntries forgets which.
  return look as Look
}
