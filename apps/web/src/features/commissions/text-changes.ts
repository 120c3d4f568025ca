export type TextPart = { kind: 'same' | 'added' | 'removed'; text: string }

/** Above this many words on a side the whole text is shown as taken out and put in. */
const wordsAtMost = 1_200

/** What changed between two texts, word by word, in reading order (longest common subsequence). */
export function textChanges(before: string, after: string): TextPart[] {
  const a = before.match(/\s+|[^\s]+/g) ?? []
  const b = after.match(/\s+|[^\s]+/g) ?? []
  if (a.length > wordsAtMost || b.length > wordsAtMost) return merge([part('removed', before), part('added', after)])
  const width = b.length + 1
  const lengths = new Uint16Array((a.length + 1) * width)
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      lengths[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }
  }
  const parts: TextPart[] = []
  let i = 0
  let j = 0
  while (i < a.length || j < b.length) {
    const [was = '', is = ''] = [a[i], b[j]]
    if (i < a.length && j < b.length && was === is) {
      parts.push(part('same', was))
      i++
      j++
    } else if (j >= b.length || (i < a.length && at(i + 1, j) >= at(i, j + 1))) {
      parts.push(part('removed', was))
      i++
    } else {
      parts.push(part('added', is))
      j++
    }
  }
  return merge(parts)
}

function part(kind: TextPart['kind'], text: string): TextPart {
  return { kind, text }
}

/** Neighbours of one kind become one; a space alone between two changes belongs to both. */
function merge(parts: readonly TextPart[]): TextPart[] {
  const merged: TextPart[] = []
  for (const next of parts) {
    const last = merged.at(-1)
    if (next.text === '') continue
    if (last?.kind === next.kind) last.text += next.text
    else merged.push({ ...next })
  }
  return merged
}
