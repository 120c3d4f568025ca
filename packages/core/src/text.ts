const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** How many characters a reader sees (Unicode extended grapheme clusters, UAX 29). */
export function graphemeCount(text: string): number {
  let count = 0
  for (const _ of graphemes.segment(text)) count += 1
  return count
}

/** The first `limit` characters that a reader sees, with '…' after them when there are more. */
export function preview(text: string, limit = 50): string {
  let count = 0
  for (const { index } of graphemes.segment(text)) {
    if (count === limit) return `${text.slice(0, index)}…`
    count += 1
  }
  return text
}
