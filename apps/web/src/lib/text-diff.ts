export type DiffSegment = { kind: 'same' | 'added' | 'removed'; text: string }

/** Above this many tokens on a side the whole text is shown as replaced. */
const maxDiffTokens = 1_200
const blanksAndRest = /\s+|\S+/g

/**
 * Returns the differences of two texts in reading order (longest common subsequence), by the words of the language, also
 * where it writes no blanks between them. Long texts are compared by their blanks, which are fewer.
 */
export function diffText(before: string, after: string, language: string): DiffSegment[] {
  const segmenter = new Intl.Segmenter(language, { granularity: 'word' })
  const [a = [], b = []] =
    [
      [wordsOf(before, segmenter), wordsOf(after, segmenter)],
      [before.match(blanksAndRest) ?? [], after.match(blanksAndRest) ?? []],
    ].find((sides) => sides.every((tokens) => tokens.length <= maxDiffTokens)) ?? []
  if (a.length === 0 || b.length === 0) return mergeSegments([segment('removed', before), segment('added', after)])
  const width = b.length + 1
  const lengths = new Uint16Array((a.length + 1) * width)
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      lengths[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }
  }
  const parts: DiffSegment[] = []
  let i = 0
  let j = 0
  while (i < a.length || j < b.length) {
    const [was = '', is = ''] = [a[i], b[j]]
    if (i < a.length && j < b.length && was === is) {
      parts.push(segment('same', was))
      i++
      j++
    } else if (j >= b.length || (i < a.length && at(i + 1, j) >= at(i, j + 1))) {
      parts.push(segment('removed', was))
      i++
    } else {
      parts.push(segment('added', is))
      j++
    }
  }
  return mergeSegments(parts)
}

function wordsOf(text: string, segmenter: Intl.Segmenter): string[] {
  return Array.from(segmenter.segment(text), (word) => word.segment)
}

function segment(kind: DiffSegment['kind'], text: string): DiffSegment {
  return { kind, text }
}

/** Merges neighbouring segments of the same kind. */
function mergeSegments(parts: readonly DiffSegment[]): DiffSegment[] {
  const merged: DiffSegment[] = []
  for (const next of parts) {
    const last = merged.at(-1)
    if (next.text === '') continue
    if (last?.kind === next.kind) last.text += next.text
    else merged.push({ ...next })
  }
  return merged
}
