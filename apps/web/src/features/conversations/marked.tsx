import { Fragment } from 'react'

/** A text with the searched words marked where they begin a word, as the server finds them. */
export function Marked({ text, query }: { text: string; query: string }) {
  const words = query.match(/[\p{L}\p{N}]+/gu)
  if (!words) return text
  const pattern = new RegExp(`(${words.toSorted((a, b) => b.length - a.length).join('|')})`, 'giu')
  return text
    .split(pattern)
    .map((piece, index) =>
      index % 2 === 1 ? <mark key={index}>{piece}</mark> : <Fragment key={index}>{piece}</Fragment>,
    )
}
