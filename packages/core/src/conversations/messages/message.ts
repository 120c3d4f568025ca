import { type UserId } from '../../ids.ts'
import { type Result, ok, refuse } from '../../result.ts'
import { graphemeCount } from '../../text.ts'

export const maxMessageGraphemes = 4_000
/** Graphemes have several code units; a text far beyond any readable length is not counted. */
export const maxMessageLength = maxMessageGraphemes * 16

/** Returns true if a text, without the white space around it, is too long for a message. */
export function isMessageTooLong(text: string): boolean {
  const trimmed = text.trim()
  return trimmed.length > maxMessageLength || graphemeCount(trimmed) > maxMessageGraphemes
}

/**
 * Trims and checks the text of a message. Refuses message.empty and message.too-long (invalid) outside 1 to 4 000
 * graphemes. May be empty with an attachment.
 */
export function checkMessageText(text: string, attached = 0): Result<string> {
  const trimmed = text.trim()
  if (trimmed === '' && attached === 0) return refuse('message.empty', 'invalid', { field: 'message' })
  if (isMessageTooLong(trimmed)) {
    return refuse('message.too-long', 'invalid', { field: 'message', detail: { max: maxMessageGraphemes } })
  }
  return ok(trimmed)
}

/** A message, as far as its rules need it. */
export type Message = { readonly by: UserId; readonly text: string; readonly deleted: boolean }

export const messageActions = ['reply', 'edit', 'delete'] as const
export type MessageAction = (typeof messageActions)[number]

/** Returns what a member of the conversation may do with a message: reply, and change their own until it is deleted. */
export function messageActionsFor({ deleted }: Pick<Message, 'deleted'>, viewer: 'author' | 'member'): MessageAction[] {
  if (deleted) return []
  return viewer === 'author' ? [...messageActions] : ['reply']
}

/**
 * Checks an edit and returns the new text. Refuses message.not-yours (not-allowed), message.deleted (conflict) and what
 * `checkMessageText` refuses.
 */
export function edit(message: Message, by: UserId, text: string): Result<string> {
  const allowed = deleteMessage(message, by)
  return allowed.ok ? checkMessageText(text) : allowed
}

/** Checks a deletion. Refuses message.not-yours (not-allowed) and message.deleted (conflict). */
export function deleteMessage(message: Message, by: UserId): Result<Message> {
  if (message.by !== by) return refuse('message.not-yours', 'not-allowed')
  if (message.deleted) return refuse('message.deleted', 'conflict')
  return ok(message)
}

/**
 * Returns the sorted pair of users of a direct conversation, whichever of the two opens it. Refuses conversation.with-self
 * (invalid).
 */
export function directConversationPair(a: UserId, b: UserId): Result<readonly [UserId, UserId]> {
  if (a === b) return refuse('conversation.with-self', 'invalid', { field: 'userId' })
  return ok(a < b ? [a, b] : [b, a])
}
