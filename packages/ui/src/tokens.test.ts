import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const css = readFileSync(`${import.meta.dirname}/tokens.css`, 'utf8')

function themeOf(name: string): Map<string, string> {
  const block = css.split(`[data-theme='${name}']`)[1]?.split('}')[0] ?? ''
  return new Map([...block.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6});/g)].map(([, key = '', value = '']) => [key, value]))
}

/** Returns the relative luminance as WCAG 2.2 defines it. */
function luminance(hex: string): number {
  const parts = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
  const [r = 0, g = 0, b = 0] = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

const grounds = ['ground', 'surface', 'raised', 'sunken']
const text: [string, string][] = [
  ...grounds.flatMap((ground): [string, string][] => [
    ['ink', ground],
    ['quiet', ground],
    ['primary', ground],
    ['error', ground],
    ['success', ground],
  ]),
  ['on-primary', 'primary'],
  ['on-primary', 'primary-strong'],
  ['on-error', 'error'],
  ['on-error', 'error-strong'],
  ['on-accent', 'accent'],
  ['primary', 'primary-soft'],
  ['accent-ink', 'accent-soft'],
  ['success', 'success-soft'],
  ['warning', 'warning-soft'],
  ['error', 'error-soft'],
  ['info', 'info-soft'],
  ['ink', 'warning-soft'],
]

test.each(['daylight', 'dusk'])('every pair of text and background meets AA in %s', (name) => {
  const theme = themeOf(name)
  expect(theme.size).toBeGreaterThan(20)
  const failing = text.filter(([ink, ground]) => contrast(theme.get(ink) ?? '', theme.get(ground) ?? '') < 4.5)
  expect(failing).toEqual([])
})

test.each(['daylight', 'dusk'])('the border of a control contrasts with its surroundings in %s', (name) => {
  const theme = themeOf(name)
  const failing = ['ground', 'surface', 'raised'].filter(
    (ground) => contrast(theme.get('edge') ?? '', theme.get(ground) ?? '') < 3,
  )
  expect(failing).toEqual([])
})
