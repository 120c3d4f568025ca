import { changeLimits } from '@veranda/core/commissions/milestones/milestone.ts'
import { updateSharedDraft, useSharedDraft } from '../../../lib/use-draft.ts'

/** Draft of a round of changes. `messageIds` names for each item the chat message it came from, or ''. */
export type ChangesDraft = { items: string[]; messageIds: string[]; excludedPinIds: string[] }

const emptyDraft = (): ChangesDraft => ({ items: [''], messageIds: [''], excludedPinIds: [] })
const draftName = (versionId: string) => `changes.${versionId}`

/** Returns the stored draft of a version's round of changes. */
export function useChangesDraft(versionId: string) {
  const draft = useSharedDraft<ChangesDraft>(draftName(versionId), emptyDraft)
  const { items, messageIds } = draft.value
  const paddedIds = items.map((_, index) => messageIds[index] ?? '')
  return {
    ...draft,
    /** The non-empty items with the chat message each came from. */
    written: items
      .map((item, index) => ({ text: item.trim(), messageId: paddedIds[index] ?? '' }))
      .filter(({ text }) => text !== ''),
    addAfter: (index: number) =>
      draft.change({ items: items.toSpliced(index + 1, 0, ''), messageIds: paddedIds.toSpliced(index + 1, 0, '') }),
    remove: (index: number) =>
      items.length > 1
        ? draft.change({ items: items.toSpliced(index, 1), messageIds: paddedIds.toSpliced(index, 1) })
        : draft.change(emptyDraft()),
  }
}

/** Adds a chat message to a version's draft round, at most once. */
export function addMessageToDraft(versionId: string, message: { readonly id: string; readonly text: string }): void {
  updateSharedDraft(draftName(versionId), emptyDraft, ({ items, messageIds, excludedPinIds }) => {
    const filled = items.flatMap((text, index) => (text.trim() === '' ? [] : [{ text, id: messageIds[index] ?? '' }]))
    if (filled.some(({ id }) => id === message.id) || filled.length >= changeLimits.items)
      return { items, messageIds, excludedPinIds }
    const entries = [...filled, { text: message.text.slice(0, changeLimits.text), id: message.id }]
    return { items: entries.map(({ text }) => text), messageIds: entries.map(({ id }) => id), excludedPinIds }
  })
}
