import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { availableLanguages } from '@veranda/i18n/catalogues.ts'
import { textDirection } from '@veranda/i18n/text-direction.ts'
import { beforeEach, expect, test, vi } from 'vitest'

const script = readFileSync(join(import.meta.dirname, '../../../public/first-paint.js'), 'utf8')
const root = document.documentElement

/** Runs the script in a browser with these languages, of a document that the server sent in this one. */
function open(languages: readonly string[], sentIn = 'en') {
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: false }))
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages)
  root.lang = sentIn
  root.dir = 'ltr'
  // The script itself, as the browser runs it.
  // oxlint-disable-next-line typescript/no-implied-eval
  new Function(script)()
  return `${root.lang} ${root.dir}`
}

beforeEach(() => localStorage.clear())

test.each([
  [['de-AT', 'en'], 'de ltr'],
  [['ko', 'zh-TW', 'en'], 'zh ltr'],
  [['AR-eg'], 'ar rtl'],
  [['arc', 'fr'], 'fr ltr'],
  [['ko'], 'en ltr'],
])('the first of the languages %s that we have is set with its direction', (languages, shown) => {
  expect(open(languages)).toBe(shown)
})

test('every language of the product can be the first, and the one that was chosen here comes before the browser’s', () => {
  for (const language of availableLanguages) {
    expect(open([language])).toBe(`${language} ${textDirection(language)}`)
    localStorage.setItem('language', language)
    expect(open(['ja'])).toBe(`${language} ${textDirection(language)}`)
    localStorage.clear()
  }
})

test('what the server chose stays where the browser says nothing that we have', () => {
  expect(open([], 'ar')).toBe('ar rtl')
})
