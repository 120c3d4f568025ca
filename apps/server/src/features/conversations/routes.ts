import * as contract from '@veranda/contract/conversations/routes.ts'
import {
  conversation,
  conversationList,
  conversationListQuery,
  directConversationBody,
  editBody,
  messageSearchResults,
  messagePage,
  messageSearchQuery,
  messagesQuery,
  markReadBody,
  markReadReply,
  sendBody,
  sendReply,
} from '@veranda/contract/conversations/schemas.ts'
import { done, idParams } from '@veranda/contract/shared-schemas.ts'
import { asId, type UserId } from '@veranda/core/ids.ts'
import { serve } from '../../platform/http/route.ts'
import { anyoneSignedIn, signedIn, signedInAs, withVerifiedAddress } from '../../platform/http/route-access.ts'
import { deleteMessage } from './messages/delete-message.ts'
import { editMessage } from './messages/edit-message.ts'
import { listConversations, readConversation } from './list-conversations.ts'
import { listMessages } from './messages/list-messages.ts'
import { markConversationRead, type AfterConversationRead } from './read-state/mark-conversation-read.ts'
import { openDirectConversation } from './open-direct-conversation.ts'
import { searchMessages } from './messages/search-messages.ts'
import { sendMessage } from './messages/send-message.ts'

const conversationMember = signedInAs('Members of the conversation; 404 for everyone else.')
const messageAuthor = signedInAs('The author of the message; 404 for everyone else.')

/** Returns the routes. A conversation is not found by anyone who is not a member. */
export const conversationRoutes = (afterRead: AfterConversationRead) => [
  serve(
    contract.listConversations,
    { access: signedIn, query: conversationListQuery, reply: conversationList },
    (ctx) => listConversations(ctx, ctx.query),
  ),
  serve(
    contract.openDirectConversation,
    {
      access: withVerifiedAddress(anyoneSignedIn),
      body: directConversationBody,
      reply: conversation,
      idempotency: 'required',
    },
    (ctx) =>
      // The schema has checked the form; the use case checks that the user exists.
      openDirectConversation(ctx, asId<UserId>(ctx.body.userId)),
  ),
  serve(contract.readConversation, { access: conversationMember, params: idParams, reply: conversation }, (ctx) =>
    readConversation(ctx, ctx.params.id),
  ),
  serve(
    contract.listMessages,
    { access: conversationMember, params: idParams, query: messagesQuery, reply: messagePage },
    (ctx) => listMessages(ctx, ctx.params.id, ctx.query),
  ),
  serve(
    contract.sendMessage,
    { access: conversationMember, params: idParams, body: sendBody, reply: sendReply },
    (ctx) =>
      sendMessage(ctx, {
        conversationId: ctx.params.id,
        text: ctx.body.message,
        replyTo: ctx.body.replyTo,
        clientId: ctx.body.clientId,
        assetIds: ctx.body.assetIds,
      }),
  ),
  serve(
    contract.markConversationRead,
    { access: conversationMember, params: idParams, body: markReadBody, reply: markReadReply },
    (ctx) => markConversationRead({ ...ctx, afterRead }, ctx.params.id, ctx.body.seq),
  ),
  serve(contract.editMessage, { access: messageAuthor, params: idParams, body: editBody, reply: done }, (ctx) =>
    editMessage(ctx, ctx.params.id, ctx.body.message),
  ),
  serve(contract.deleteMessage, { access: messageAuthor, params: idParams, reply: done }, (ctx) =>
    deleteMessage(ctx, ctx.params.id),
  ),
  serve(contract.searchMessages, { access: signedIn, query: messageSearchQuery, reply: messageSearchResults }, (ctx) =>
    searchMessages(ctx, ctx.query),
  ),
]
