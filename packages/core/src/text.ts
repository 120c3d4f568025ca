/** Control characters (C0 and C1), line and paragraph separators, and the embeddings, overrides and isolates of UAX #9. */
const hiddenInLine = /[\p{Cc}\u2028-\u202e\u2066-\u2069]/u
/** Control characters without tabs and line breaks. */
const hiddenInLines = /[^\P{Cc}\t\n]/u

/**
 * Returns whether a text has characters that are not seen but change what is: they could make a name look like another
 * one. A text of several lines may have tabs, line breaks and direction marks, which come along with pasted telephone
 * numbers; it is shown isolated, so that its marks turn nothing but itself.
 */
export function hasHiddenCharacters(text: string, lines: 'one' | 'several'): boolean {
  return (lines === 'one' ? hiddenInLine : hiddenInLines).test(text)
}

const graphemeSegmenter = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** Returns the number of characters a reader sees (Unicode extended grapheme clusters, UAX 29). */
export function graphemeCount(text: string): number {
  let count = 0
  for (const _ of graphemeSegmenter.segment(text)) count += 1
  return count
}

/** Returns the first `limit` graphemes, followed by '…' if there are more. */
export function truncateText(text: string, limit = 50): string {
  let count = 0
  for (const { index } of graphemeSegmenter.segment(text)) {
    if (count === limit) return `${text.slice(0, index)}…`
    count += 1
  }
  return text
}

/**
 * Returns the beginning of a text for a notification: at most `limit` graphemes, cut at the end of a word and followed
 * by '…' if there is more. A word that is longer than half of that is cut itself.
 */
export function excerptText(text: string, limit = 160): string {
  const cut = truncateText(text, limit)
  if (cut === text) return text
  const beginning = cut.slice(0, -1)
  if (/^\s/.test(text.slice(beginning.length))) return `${beginning.trimEnd()}…`
  const lastSpace = beginning.search(/\s+\S*$/)
  return lastSpace > beginning.length / 2 ? `${beginning.slice(0, lastSpace)}…` : cut
}

/**
 * Returns a text as it can be quoted within a sentence: in one line, without the characters that are not seen but turn
 * what stands around it, and cut after `limit` graphemes.
 */
export function quoteText(text: string, limit = 200): string {
  return truncateText(text.replace(/[\p{Cc}\s\u2028-\u202e\u2066-\u2069]+/gu, ' ').trim(), limit)
}
