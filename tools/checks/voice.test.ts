import { expect, test } from 'vitest'
import { filesBelow, readText } from './files.ts'

const root = new URL('../..', import.meta.url).pathname
/** Fewer texts would mean that the test looks at the wrong folder. */
const minTexts = 2_500
/** Policies have a voice of their own, and the gallery shows components and no product. */
const otherVoices = ['packages/i18n/src/legal/en.json', 'packages/i18n/src/gallery/en.json']
/** Texts of the specification, to the letter. */
const literalTexts: ReadonlySet<string> = new Set([
  'Loading...',
  'Unexpected Application Error!',
  "Thank you! We'll get back to you soon.",
  'The language could not be changed',
])
/** Numbers that count nothing a reader would measure. */
const spokenNumbers = /two fingers|inside two others|Two ranges overlap/g
/** A count up to nine in the greeting of the dashboard. */
const greetingNumber = /^packages\/i18n\/src\/dashboard\/en\.json waits\.\d$/

/** The rules of `docs/voice.md` for every text. */
const rules: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['no “please”, no “sorry”, no “simply”', /\b(?:please|sorry|simply)\b/i],
  ['no exclamation mark', /!/],
  ['two sentences instead of a semicolon', /;/],
  ['no dash between clauses', /—/],
  ['no three dots', /\.\.\./],
  ['typographic apostrophes and quotation marks', /['"]/],
  ['contractions', /\b(?:is|are|was|were|do|does|did|has|have|had|could|should|would|will) not\b|\bcannot\b/i],
  ['contractions', /(?:^|[.:!?] )(?:It|There|That) is\b|\b(?:you|we|they) (?:are not|will)\b|(?:^|[.:!?] )You are\b/i],
  ['figures', /\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|sixty)\b/i],
  ['rounds of changes are review rounds', /\brounds? of changes\b/i],
  ['British spelling', /\b(?:canceled|canceling|recognize|organize|optimize|customize|color|center)\b/i],
  [
    'one word for each thing',
    /\b(?:e-mails?|customers?|counterpart|escrow|appointments?|lapsed|log (?:in|out)|by hand)\b/i,
  ],
  ['an accepted offer is a contract', /\bagreements?\b/i],
  ['right away', /\b(?:immediately|straight away)\b/i],
  ['a space before a unit, none before a percent sign', /\d(?:mm|cm|MB|GB|kB)\b|\d %/],
]

/** Returns the names of the rules that a text breaks. */
function brokenRules(text: string): string[] {
  if (literalTexts.has(text)) return []
  const counted = text.replace(/\{\{.*?\}\}|<[^>]*>/g, '·').replace(spokenNumbers, '')
  return rules.flatMap(([name, pattern]) => (pattern.test(counted) ? [name] : []))
}

test.each([
  ['Please look at this', 'no “please”, no “sorry”, no “simply”'],
  ['Saved!', 'no exclamation mark'],
  ['Saved; you can go on', 'two sentences instead of a semicolon'],
  ['Saved — for now', 'no dash between clauses'],
  ['Loading files...', 'no three dots'],
  ["It's saved", 'typographic apostrophes and quotation marks'],
  ['{{sum}} was not charged.', 'contractions'],
  ['You cannot pay it', 'contractions'],
  ['There is no refund.', 'contractions'],
  ['You are away from it.', 'contractions'],
  ['Describe what you will create.', 'contractions'],
  ['Valid for ten minutes', 'figures'],
  ['A six-digit code', 'figures'],
  ['All {{count}} rounds of changes are used', 'rounds of changes are review rounds'],
  ['Canceled', 'British spelling'],
  ['Your e-mail', 'one word for each thing'],
  ['The agreement has ended', 'an accepted offer is a contract'],
  ['It stops immediately', 'right away'],
  ['12mm', 'a space before a unit, none before a percent sign'],
])('a text that is not in the product’s voice is found: %s', (text, rule) => {
  expect(brokenRules(text)).toEqual([rule])
})

test.each([
  'Loading...',
  'You’re asked {{count}} times',
  'Drag with two fingers to walk',
  'Ask how far it is, then continue there.',
])('what the page allows is not found: %s', (text) => {
  expect(brokenRules(text)).toEqual([])
})

test('every text of the product reads as docs/voice.md says', () => {
  const texts = filesBelow(root, 'packages/i18n/src', ['en.json'])
    .filter((file) => !otherVoices.includes(file))
    .flatMap((file) => {
      const catalogue: Record<string, string> = JSON.parse(readText(root, file))
      return Object.entries(catalogue).map(([key, text]) => ({ place: `${file} ${key}`, text }))
    })
  expect(texts.length).toBeGreaterThan(minTexts)
  const broken = texts.flatMap(({ place, text }) =>
    greetingNumber.test(place) ? [] : brokenRules(text).map((rule) => `${place}: ${rule}: ${text}`),
  )
  expect(broken).toEqual([])
})
