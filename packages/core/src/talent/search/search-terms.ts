import { keptSkills } from '../skills/kept-skills.ts'
import { skillKey } from '../skills/skills.ts'
import { foldPlural, foldText } from './word-distance.ts'

/** One word of a search: as typed, what its words begin with, and whole phrases that mean the same or are related. */
export type SearchTerm = {
  readonly typed: string
  /** A word that begins with this has the term. */
  readonly prefix: string
  /** Other texts that have the term, each a word or several in order. */
  readonly alternatives: readonly string[]
}

/** Words further on are not searched for. */
export const maxSearchTerms = 8
const maxPhraseWords = 3

/** Words that say nothing about what is searched for, unless there are no others. */
const fillers = new Set(
  'a an and any are as at be by can could do does for from have help i in is it like looking make maker makers makes me my need needs of on one or our please somebody some someone that the their this to us want wanted we who whom will with would you your'.split(
    ' ',
  ),
)

/** Names and synonyms of each kept skill, by the key of each of them. */
const phrasesByKey = new Map<string, Set<string>>()
for (const [name, { same, related }] of Object.entries(keptSkills)) {
  const phrases = [name, ...same]
  for (const phrase of [...phrases, ...related]) {
    // What is only related finds the skill, and not what else is related to it.
    const found = phrasesByKey.get(skillKey(phrase)) ?? new Set()
    for (const other of phrases) found.add(other.toLowerCase())
    phrasesByKey.set(skillKey(phrase), found)
  }
}

/** Returns the words of a text in lower case. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
}

/** Returns true if a text asks for exact phrases or excludes words, by quotes, a minus or the word `or`. */
export function hasSearchOperators(text: string): boolean {
  return /["]|(^|\s)-\S|\sor\s/i.test(text)
}

/**
 * Returns the terms of a search text: each word once, without fillers, with the names and synonyms of the kept skills
 * that it means, alone or together with its neighbours.
 */
export function searchTermsOf(text: string): SearchTerm[] {
  const words = wordsOf(text)
  const meant = words.filter((word) => !fillers.has(word))
  const searched = meant.length > 0 ? meant : words
  const alternatives = new Map(searched.map((word) => [word, new Set<string>()]))
  for (const [from] of words.entries()) {
    for (let count = 1; count <= maxPhraseWords && from + count <= words.length; count += 1) {
      const span = words.slice(from, from + count)
      const phrases = phrasesByKey.get(skillKey(span.join(' ')))
      if (!phrases) continue
      for (const word of span) for (const phrase of phrases) alternatives.get(word)?.add(phrase)
    }
  }
  return [...alternatives].slice(0, maxSearchTerms).map(([typed, phrases]) => ({
    typed,
    prefix: foldPlural(typed),
    alternatives: [...phrases].filter((phrase) => phrase !== typed),
  }))
}

/** Returns the term for a word that replaces a mistyped one; it is still known by what was typed. */
export function correctedTerm(term: SearchTerm, word: string): SearchTerm {
  const [replacement] = searchTermsOf(word)
  return replacement ? { ...replacement, typed: term.typed } : term
}

const keptWords = [
  ...new Set(
    Object.entries(keptSkills).flatMap(([name, { same, related }]) =>
      [name, ...same, ...related].flatMap((phrase) => wordsOf(foldText(phrase))),
    ),
  ),
]

/** Returns the words of the kept list, which are known even where no creator's page has them. */
export function knownSkillWords(): readonly string[] {
  return keptWords
}
