/** Returns a text without capitals, accents and compatibility forms, as words are compared. */
export function foldText(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

/** Returns a word without the plural s of English; words that end in a double s stay, and so do short ones. */
export function foldPlural(word: string): string {
  return /^.{2,}[^s]s$/u.test(word) ? word.slice(0, -1) : word
}

/** Returns how many mistakes a typed word may have: none up to three letters, one up to six, otherwise two. */
function allowedMistakes(length: number): number {
  return length <= 3 ? 0 : length <= 6 ? 1 : 2
}

/** A wrong letter in a word of four or fewer makes another word (side, size), letters in another order do not (lmap, lamp). */
function isAnotherWord(word: string, candidate: string, mistakes: number): boolean {
  return mistakes > 0 && word.length <= 4 && word.length === candidate.length && sorted(word) !== sorted(candidate)
}

const sorted = (word: string) => [...word].toSorted().join('')

/**
 * Returns the candidate that a mistyped word means: the one with the fewest mistakes, of several the first. Undefined
 * if each has more than is allowed for the length of the word. Letters are compared without accents.
 */
export function closestWord(typed: string, candidates: readonly string[]): string | undefined {
  const word = foldText(typed)
  let best: string | undefined
  let fewest = allowedMistakes(word.length) + 1
  for (const candidate of candidates) {
    const mistakes = mistakesBetween(word, foldText(candidate), fewest)
    if (mistakes >= fewest || isAnotherWord(word, foldText(candidate), mistakes)) continue
    best = candidate
    fewest = mistakes
  }
  return best
}

/**
 * Returns the number of letters that are missing, added, wrong or swapped with their neighbour (optimal string
 * alignment distance); `limit` if it is that or more.
 */
export function mistakesBetween(one: string, other: string, limit: number): number {
  const [a, b] = [[...one], [...other]]
  if (Math.abs(a.length - b.length) >= limit) return limit
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (const [row, letter] of a.entries()) {
    const current = [row + 1]
    for (const [column, otherLetter] of b.entries()) {
      const cost = letter === otherLetter ? 0 : 1
      const swapped = row > 0 && column > 0 && letter === b[column - 1] && a[row - 1] === otherLetter
      current.push(
        Math.min(
          (last[column + 1] ?? 0) + 1,
          (current[column] ?? 0) + 1,
          (last[column] ?? 0) + cost,
          swapped ? (beforeLast[column - 1] ?? 0) + 1 : Infinity,
        ),
      )
    }
    if (Math.min(...current) >= limit) return limit
    beforeLast = last
    last = current
  }
  return Math.min(last.at(-1) ?? 0, limit)
}
