/**
 * Wraps a text into lines no wider than `width`. Scripts without spaces break between words; a word that is too long
 * breaks between letters, and no line begins with closing punctuation.
 */
export function wrapText(text: string, width: number, maxLines: number, measure: (text: string) => number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of splitWords(text, width, measure)) {
    const candidate = line + word
    if (line === '' || measure(candidate.trimEnd()) <= width) {
      line = candidate.trimStart()
      continue
    }
    lines.push(line)
    line = word.trimStart()
  }
  if (line.trim() !== '') lines.push(line)
  const trimmed = lines.map((one) => one.trimEnd())
  if (lines.length <= maxLines) return trimmed
  // The spaces at the ends of lines are those of the text: a script without any gets none.
  const rest = lines
    .slice(maxLines - 1)
    .join('')
    .trimEnd()
  return [...trimmed.slice(0, maxLines - 1), truncateText(rest, width, measure)]
}

const words = new Intl.Segmenter(undefined, { granularity: 'word' })
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
/** Scripts without spaces, whose lines may break between words, or between any two letters of a long one. */
const unspacedScript = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u
/** No line begins with these: closing punctuation, small kana and marks that belong to the letter before. */
const endsUnit = /^[\p{Pe}\p{Pf}\p{Po}\p{Lm}ぁぃぅぇぉっゃゅょァィゥェォッャュョ]/u
/** No line ends with these: opening brackets and quotation marks. */
const beginsUnit = /[\p{Ps}\p{Pi}]$/u

/** Splits a text where a line may break. A part that is wider than a line is split into letters. */
function splitWords(text: string, width: number, measure: (text: string) => number): string[] {
  return text.split(/(?<=\s)/u).flatMap((word) => {
    if (measure(word.trimEnd()) <= width && !unspacedScript.test(word)) return [word]
    const parts = joinPunctuation(segmentsOf(words, word))
    return parts.flatMap((part) =>
      measure(part.trimEnd()) <= width ? [part] : joinPunctuation(segmentsOf(graphemes, part)),
    )
  })
}

function segmentsOf(segmenter: Intl.Segmenter, text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment)
}

/** Joins each segment that no line begins with to the one before, and to the next each that no line ends with. */
function joinPunctuation(segments: readonly string[]): string[] {
  const joined: string[] = []
  for (const segment of segments) {
    const before = joined.at(-1)
    if (before !== undefined && (endsUnit.test(segment) || beginsUnit.test(before) || segment.trim() === ''))
      joined[joined.length - 1] = before + segment
    else joined.push(segment)
  }
  return joined
}

/** Returns the text, shortened with an ellipsis if it is too wide. */
export function truncateText(text: string, width: number, measure: (text: string) => number): string {
  if (measure(text) <= width) return text
  const letters = segmentsOf(graphemes, text)
  while (letters.length > 1 && measure(`${letters.join('').trimEnd()}…`) > width) letters.pop()
  return `${letters.join('').trimEnd()}…`
}
