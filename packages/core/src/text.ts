/** Control characters without tabs and line breaks. */
const hiddenInLines = /[^\P{Cc}\t\n]/u

/** Joiners within a word of a script that needs them, or within an emoji, and the tags of a region's flag (UTS 51). */
const useful =
  /(?<=[\p{L}\p{M}])(?<!\p{Script=Latin}|\p{Script=Greek}|\p{Script=Cyrillic})[\u200c\u200d](?=[\p{L}\p{M}])|(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?=\p{Extended_Pictographic})|(?<=\u{1f3f4})[\u{e0020}-\u{e007e}]+\u{e007f}/u
/**
 * Control characters (C0 and C1), line and paragraph separators, format characters that are never drawn (with those of
 * UAX #9 for the direction), the grapheme joiner,
 * and letters that are blank: fillers of Hangul.
 */
const hiddenInLine =
  /[\p{Cc}\u034f\u2028\u2029\ufff9-\ufffb\u115f\u1160\u3164\uffa0]|(?=\p{Default_Ignorable_Code_Point})\p{Cf}/u
const usefulOrHidden = new RegExp(`(${useful.source})|${hiddenInLine.source}`, 'gu')
const directionMark = /[\u061c\u200e\u200f]/g
const rightToLeftLetter = /(?=\p{L})[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u

/**
 * Replaces the characters of a line that are not seen but change what is. Joiners stay where they shape a word or an
 * emoji; marks of the direction go, too.
 */
export function replaceHiddenCharacters(line: string, replacement = ''): string {
  return line.replace(usefulOrHidden, (_, kept: string | undefined) => kept ?? replacement)
}

/** Nothing but the blank pattern of Braille, which no trimming removes, because among others it is a space. */
const onlyBlankPatterns = /^[\s\u2800]*\u2800[\s\u2800]*$/

/**
 * Returns whether a text has characters that are not seen but change what is: they could make a name look like another
 * one. A text that has only such is one of them. A line with letters that are written from right to left may have marks of the direction. A text of several lines
 * may have tabs, line breaks and format characters, which come along with pasted telephone numbers; it is shown
 * isolated, so that its marks turn nothing but itself.
 */
export function hasHiddenCharacters(text: string, lines: 'one' | 'several'): boolean {
  if (onlyBlankPatterns.test(text)) return true
  if (lines === 'several') return hiddenInLines.test(text)
  const line = rightToLeftLetter.test(text) ? text.replace(directionMark, '') : text
  return replaceHiddenCharacters(line) !== line
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
  const line = text.replace(/[\p{Cc}\s\u2028-\u202e\u2066-\u2069]+/gu, ' ')
  return truncateText(replaceHiddenCharacters(line).trim(), limit)
}
