/** The first `length` graphemes of a text and '…' when there are more, as toasts show a message. */
export function preview(text: string, length = 50): string {
  const segments = new Intl.Segmenter().segment(text.trim())[Symbol.iterator]()
  let kept = ''
  for (let count = 0; count < length; count++) {
    const next = segments.next()
    if (next.done) return kept
    kept += next.value.segment
  }
  return segments.next().done ? kept : `${kept}…`
}
