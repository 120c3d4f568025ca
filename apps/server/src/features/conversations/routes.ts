import * as contract from '@veranda/contract/conversations/routes.ts'
import {
  conversation,
  conversationList,
  conversationListQuery,
  directBody,
  editBody,
  messageHits,
  messagePage,
  messageSearchQuery,
  messagesQuery,
  readBody,
  readReply,
  sendBody,
  sent,
} from '@veranda/contract/conversations/schemas.ts'
import { done, idParams } from '@veranda/contract/shapes.ts'
import { type PersonId } from '@veranda/core/ids.ts'
import { serve } from '../../http/serve.ts'
import { signedIn } from '../../http/who.ts'
import { deleteMessage } from './delete-message.ts'
import { editMessage } from './edit-message.ts'
import { listConversations, readConversation } from './list-conversations.ts'
import { listMessages } from './list-messages.ts'
import { markRead, type AfterRead } from './mark-read.ts'
import { openDirect } from './open-direct.ts'
import { searchMessages } from './search-messages.ts'
import { sendMessage } from './send-message.ts'

const who = signedIn

/** Members alone see a conversation; to everybody else it is absent. */
export const conversationRoutes = (afterRead: AfterRead) => [
  serve(contract.listConversations, { who, query: conversationListQuery, reply: conversationList }, (ctx) =>
    listConversations(ctx, ctx.query),
  ),
  serve(contract.openDirect, { who, body: directBody, reply: conversation, idempotency: 'required' }, (ctx) =>
    // The schema has checked its form; whose it is the use case looks up.
    openDirect(ctx, ctx.body.personId as PersonId),
  ),
  serve(contract.readConversation, { who, params: idParams, reply: conversation }, (ctx) =>
    readConversation(ctx, ctx.params.id),
  ),
  serve(contract.listMessages, { who, params: idParams, query: messagesQuery, reply: messagePage }, (ctx) =>
    listMessages(ctx, ctx.params.id, ctx.query),
  ),
  serve(contract.sendMessage, { who, params: idParams, body: sendBody, reply: sent }, (ctx) =>
    sendMessage(ctx, {
      conversationId: ctx.params.id,
      text: ctx.body.message,
      replyTo: ctx.body.replyTo,
      clientId: ctx.body.clientId,
      works: ctx.body.works,
    }),
  ),
  serve(contract.markConversationRead, { who, params: idParams, body: readBody, reply: readReply }, (ctx) =>
    markRead({ ...ctx, afterRead }, ctx.params.id, ctx.body.seq),
  ),
  serve(contract.editMessage, { who, params: idParams, body: editBody, reply: done }, (ctx) =>
    editMessage(ctx, ctx.params.id, ctx.body.message),
  ),
  serve(contract.deleteMessage, { who, params: idParams, reply: done }, (ctx) => deleteMessage(ctx, ctx.params.id)),
  serve(contract.searchMessages, { who, query: messageSearchQuery, reply: messageHits }, (ctx) =>
    searchMessages(ctx, ctx.query),
  ),
]
