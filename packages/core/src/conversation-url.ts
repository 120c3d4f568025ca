/** Where a link into the conversations leads: one conversation, and the message to show in it. */
export type ConversationLocation = { readonly id: string; readonly atSeq?: number | undefined }

/** Builds the path of a conversation, as screens, notifications and mails link to it. */
export function conversationUrl({ id, atSeq }: ConversationLocation): string {
  return `/messages?conversation=${encodeURIComponent(id)}${atSeq === undefined ? '' : `&at=${atSeq}`}`
}

/** Builds the path that opens the direct conversation with a user, or begins it. */
export function directConversationUrl(userId: string): string {
  return `/messages?with=${encodeURIComponent(userId)}`
}

/** Returns the location that the query parameters of such a path name; undefined when they name no conversation. */
export function parseConversationUrl(params: {
  get: (name: string) => string | null
}): ConversationLocation | undefined {
  const id = params.get('conversation')
  if (!id) return undefined
  const atSeq = Number(params.get('at'))
  return Number.isSafeInteger(atSeq) && atSeq > 0 ? { id, atSeq } : { id }
}
