import { useLanguage } from '../lib/i18n/language.ts'
import { diffText } from '../lib/text-diff.ts'

/** Shows two texts as one, with what the later one adds and what it leaves out. */
export function TextDiff({ before, after }: { before: string; after: string }) {
  return diffText(before, after, useLanguage()).map(({ kind, text }, index) => {
    if (kind === 'added') return <ins key={index}>{text}</ins>
    if (kind === 'removed') return <del key={index}>{text}</del>
    return <span key={index}>{text}</span>
  })
}
