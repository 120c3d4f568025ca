import { type PersonId } from '../ids.ts'
import { type Result, ok, refuse } from '../result.ts'
import { graphemeCount } from '../text.ts'

export const messageLimit = 4_000

/**
 * Trims a message; refuses message.empty and message.too-long (invalid) outside 1 to 4 000 graphemes. With something
 * attached it may be empty.
 */
export function checkText(text: string, attached = 0): Result<string> {
  const trimmed = text.trim()
  if (trimmed === '' && attached === 0) return refuse('message.empty', 'invalid', { field: 'message' })
  // More code units than that cannot be so few characters that anybody would read.
  if (trimmed.length > messageLimit * 16 || graphemeCount(trimmed) > messageLimit) {
    return refuse('message.too-long', 'invalid', { field: 'message', detail: { max: messageLimit } })
  }
  return ok(trimmed)
}

/** A message as the rules see it. */
export type OwnedMessage = { readonly by: PersonId; readonly text: string; readonly deleted: boolean }

/** Whether the person may edit or delete it: their own, and not deleted. */
export function canChange(message: Pick<OwnedMessage, 'by' | 'deleted'>, person: PersonId): boolean {
  return message.by === person && !message.deleted
}

/** Refuses message.not-yours (not-allowed), message.deleted (conflict) and what `checkText` refuses. */
export function editMessage(message: OwnedMessage, by: PersonId, text: string): Result<string> {
  const allowed = deleteMessage(message, by)
  return allowed.ok ? checkText(text) : allowed
}

/** Refuses message.not-yours (not-allowed) and message.deleted (conflict). */
export function deleteMessage(message: OwnedMessage, by: PersonId): Result<OwnedMessage> {
  if (message.by !== by) return refuse('message.not-yours', 'not-allowed')
  if (message.deleted) return refuse('message.deleted', 'conflict')
  return ok(message)
}

/** The one pair of a direct conversation, whoever opens it. Refuses conversation.with-oneself (invalid). */
export function directPair(a: PersonId, b: PersonId): Result<readonly [PersonId, PersonId]> {
  if (a === b) return refuse('conversation.with-oneself', 'invalid', { field: 'personId' })
  return ok(a < b ? [a, b] : [b, a])
}

/**
 * Whether a repeated send with the same client id is the same message. Refuses message.client-id-reused (conflict)
 * when it is another one; else the first acknowledgement is given again.
 */
export function checkRepeat(
  first: { readonly text: string; readonly conversationId: string },
  again: typeof first,
): Result<typeof first> {
  const same = first.text === again.text && first.conversationId === again.conversationId
  return same ? ok(first) : refuse('message.client-id-reused', 'conflict')
}
