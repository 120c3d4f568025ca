import { type ConversationId, type MessageId, type UserId, type ProjectId } from '../ids.ts'

type MessageFacts = {
  readonly conversationId: ConversationId
  /** Null in a direct conversation. */
  readonly projectId: ProjectId | null
  readonly messageId: MessageId
  readonly seq: number
}

type MessageChange = {
  /** Position of the change itself in the conversation's stream; `seq` is that of the message. */
  readonly changeSeq: number
}

/** Every event of conversations, with its data. */
export type ConversationEvents = {
  'message.sent': MessageFacts & {
    readonly by: UserId
    readonly preview: string
    readonly mentions: readonly UserId[]
  }
  'message.edited': MessageFacts & MessageChange
  'message.deleted': MessageFacts & MessageChange
}

export type ConversationEventType = keyof ConversationEvents
export type ConversationEvent<T extends ConversationEventType = ConversationEventType> = {
  [K in T]: { readonly type: K; readonly data: ConversationEvents[K] }
}[T]
