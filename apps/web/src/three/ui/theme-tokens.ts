import { type Theme } from '../room/room-canvas.ts'

const tokenNames = [
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

/** Design tokens for what is drawn on textures, the same as on the page. */
export type ThemeTokens = Readonly<Record<(typeof tokenNames)[number], string>> & {
  readonly font: string
  readonly theme: Theme
}

/** Reads the tokens of a theme from the page's style sheets. */
export function readThemeTokens(host: HTMLElement, theme: Theme): ThemeTokens {
  const probe = document.createElement('div')
  probe.dataset['theme'] = theme
  probe.hidden = true
  host.append(probe)
  const style = getComputedStyle(probe)
  const value = (name: string, fallback: string) => style.getPropertyValue(`--${name}`).trim() || fallback
  const tokens = {
    ...Object.fromEntries(tokenNames.map((name) => [name, value(name, theme === 'dusk' ? '#24222f' : '#ffffff')])),
    font: value('font', 'system-ui, sans-serif'),
    theme,
  }
  probe.remove()
  // All names were just read; fromEntries loses the keys.
  return tokens as ThemeTokens
}
