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
