import { changeLimits } from '@veranda/core/commissions/request-changes.ts'
import { changeDraft, useDraft } from './draft.ts'

/** A round of changes as it is being written. `said` names, item by item, the chat's message it came from, or ''. */
export type ChangesDraft = { items: string[]; said: string[]; left: string[] }

const empty = (): ChangesDraft => ({ items: [''], said: [''], left: [] })
const nameOf = (versionId: string) => `changes.${versionId}`

/** The round that is being written for a version, kept until it is sent. */
export function useChangesDraft(versionId: string) {
  const draft = useDraft<ChangesDraft>(nameOf(versionId), empty)
  const { items, said } = draft.value
  const known = items.map((_, index) => said[index] ?? '')
  return {
    ...draft,
    /** What is written so far, without what is empty, and where of it something came from the chat. */
    written: items
      .map((item, index) => ({ text: item.trim(), messageId: known[index] ?? '' }))
      .filter(({ text }) => text !== ''),
    addAfter: (index: number) =>
      draft.change({ items: items.toSpliced(index + 1, 0, ''), said: known.toSpliced(index + 1, 0, '') }),
    remove: (index: number) =>
      items.length > 1
        ? draft.change({ items: items.toSpliced(index, 1), said: known.toSpliced(index, 1) })
        : draft.change(empty()),
  }
}

/** Puts what somebody said in the chat into the round that is being written for a version; once, however often asked. */
export function addSaid(versionId: string, message: { readonly id: string; readonly text: string }): void {
  changeDraft(nameOf(versionId), empty, ({ items, said, left }) => {
    const kept = items.flatMap((text, index) => (text.trim() === '' ? [] : [{ text, id: said[index] ?? '' }]))
    if (kept.some(({ id }) => id === message.id) || kept.length >= changeLimits.items) return { items, said, left }
    const all = [...kept, { text: message.text.slice(0, changeLimits.text), id: message.id }]
    return { items: all.map(({ text }) => text), said: all.map(({ id }) => id), left }
  })
}
