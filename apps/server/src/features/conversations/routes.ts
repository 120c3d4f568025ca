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
import { everybodySignedIn, signedIn, signedInAs } from '../../http/who.ts'
import { deleteMessage } from './delete-message.ts'
import { editMessage } from './edit-message.ts'
import { listConversations, readConversation } from './list-conversations.ts'
import { listMessages } from './list-messages.ts'
import { markRead, type AfterRead } from './mark-read.ts'
import { openDirect } from './open-direct.ts'
import { searchMessages } from './search-messages.ts'
import { sendMessage } from './send-message.ts'

const member = signedInAs('Members of the conversation; absent for everybody else.')
const author = signedInAs('Whoever wrote the message; absent for everybody else.')

/** Members alone see a conversation; to everybody else it is absent. */
export const conversationRoutes = (afterRead: AfterRead) => [
  serve(contract.listConversations, { who: signedIn, query: conversationListQuery, reply: conversationList }, (ctx) =>
    listConversations(ctx, ctx.query),
  ),
  serve(
    contract.openDirect,
    { who: everybodySignedIn, body: directBody, reply: conversation, idempotency: 'required' },
    (ctx) =>
      // The schema has checked its form; whose it is the use case looks up.
      openDirect(ctx, ctx.body.personId as PersonId),
  ),
  serve(contract.readConversation, { who: member, params: idParams, reply: conversation }, (ctx) =>
    readConversation(ctx, ctx.params.id),
  ),
  serve(contract.listMessages, { who: member, params: idParams, query: messagesQuery, reply: messagePage }, (ctx) =>
    listMessages(ctx, ctx.params.id, ctx.query),
  ),
  serve(contract.sendMessage, { who: member, params: idParams, body: sendBody, reply: sent }, (ctx) =>
    sendMessage(ctx, {
      conversationId: ctx.params.id,
      text: ctx.body.message,
      replyTo: ctx.body.replyTo,
      clientId: ctx.body.clientId,
      works: ctx.body.works,
    }),
  ),
  serve(contract.markConversationRead, { who: member, params: idParams, body: readBody, reply: readReply }, (ctx) =>
    markRead({ ...ctx, afterRead }, ctx.params.id, ctx.body.seq),
  ),
  serve(contract.editMessage, { who: author, params: idParams, body: editBody, reply: done }, (ctx) =>
    editMessage(ctx, ctx.params.id, ctx.body.message),
  ),
  serve(contract.deleteMessage, { who: author, params: idParams, reply: done }, (ctx) =>
    deleteMessage(ctx, ctx.params.id),
  ),
  serve(contract.searchMessages, { who: signedIn, query: messageSearchQuery, reply: messageHits }, (ctx) =>
    searchMessages(ctx, ctx.query),
  ),
]
