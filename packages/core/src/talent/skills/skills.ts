import { keptSkills } from './kept-skills.ts'
import { closestWord, foldPlural, foldText } from '../search/word-distance.ts'

/** A skill as it is offered: its name and how many creators have it. `key` is equal for all spellings. */
export type SkillSuggestion = { readonly key: string; readonly name: string; readonly count: number }

/** Returns what all spellings of a skill have in common: no capitals, accents, hyphens, double blanks and plurals. */
export function skillKey(text: string): string {
  return foldText(text)
    .replace(/[\s_/-]+/g, ' ')
    .trim()
    .split(' ')
    .map(foldPlural)
    .join(' ')
}

const keptByKey = new Map<string, string>()
for (const [name, { same }] of Object.entries(keptSkills)) {
  for (const word of same) keptByKey.set(skillKey(word), name)
}
for (const name of Object.keys(keptSkills)) keptByKey.set(skillKey(name), name)

/**
 * Returns the name under which a typed skill is kept: that of the kept list if the text means the same, otherwise the
 * text with single blanks and a capital first. Up to four letters all in capitals stay so.
 */
export function normalizeSkill(text: string): string {
  const kept = keptByKey.get(skillKey(text))
  if (kept !== undefined) return kept
  const plain = text.trim().replace(/\s+/g, ' ')
  const shouted = plain.length > 4 && plain === plain.toUpperCase() && plain !== plain.toLowerCase()
  const calm = shouted ? plain.toLowerCase() : plain
  const [first = ''] = calm
  return calm === calm.toLowerCase() ? first.toUpperCase() + calm.slice(first.length) : calm
}

/** Returns true if a name is that of a skill of the kept list. */
export function isKeptSkill(name: string): boolean {
  return Object.hasOwn(keptSkills, name)
}

/** Returns the skills under the names they are kept by, each once, in the order given. */
export function normalizeSkills(texts: readonly string[]): string[] {
  const namesByKey = new Map<string, string>()
  for (const text of texts) {
    const name = normalizeSkill(text)
    const key = skillKey(name)
    if (key !== '' && !namesByKey.has(key)) namesByKey.set(key, name)
  }
  return [...namesByKey.values()]
}

const maxSuggestions = 8

/**
 * Returns the skills to offer for what is typed: names that begin with it first, then names with a word that does, then
 * synonyms, then the closest spelling; the more creators have one, the earlier it comes. Without text the most used.
 * `used` are skills that creators have, at least those whose key contains the typed text.
 */
export function suggestSkills(typed: string, used: readonly SkillSuggestion[]): SkillSuggestion[] {
  const usedByKey = new Map(used.map((skill) => [skill.key, skill]))
  const known = new Map(usedByKey)
  for (const name of Object.keys(keptSkills)) {
    const key = skillKey(name)
    known.set(key, { key, name, count: usedByKey.get(key)?.count ?? 0 })
  }
  const key = skillKey(typed)
  const ranked = [...known.values()].flatMap((skill) => {
    const rank = suggestionRank(skill, key)
    return rank === undefined ? [] : [{ skill, rank }]
  })
  if (ranked.length === 0) {
    const closest = closestWord(key, [...known.keys()])
    const skill = closest === undefined ? undefined : known.get(closest)
    return skill ? [skill] : []
  }
  return ranked
    .toSorted((a, b) => a.rank - b.rank || b.skill.count - a.skill.count || (a.skill.name < b.skill.name ? -1 : 1))
    .slice(0, maxSuggestions)
    .map(({ skill }) => skill)
}

function suggestionRank({ key, name }: SkillSuggestion, typed: string): number | undefined {
  if (typed === '') return 0
  if (key === typed) return 0
  if (key.startsWith(typed)) return 1
  const startsWord = (text: string) =>
    text.split(' ').some((_, at, words) => words.slice(at).join(' ').startsWith(typed))
  if (startsWord(key)) return 2
  const { same = [], related = [] } = isKeptSkill(name) ? (keptSkills[name] ?? {}) : {}
  if (same.some((word) => startsWord(skillKey(word)))) return 3
  return related.some((word) => startsWord(skillKey(word))) ? 4 : undefined
}
