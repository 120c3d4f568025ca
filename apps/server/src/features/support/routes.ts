import * as contract from '@veranda/contract/support/routes.ts'
import * as schemas from '@veranda/contract/support/schemas.ts'
import { idParams, pageQuery } from '@veranda/contract/shared-schemas.ts'
import { hour } from '@veranda/core/time/instant.ts'
import { serve } from '../../platform/http/route.ts'
import { adminWho, anyone, signedIn, signedInAs } from '../../platform/http/route-access.ts'
import { answerTicket, solveTicket } from './answer-ticket.ts'
import { fileTicket } from './file-ticket.ts'
import { readTicketAsAdmin } from './read-ticket-as-admin.ts'
import { listTickets, readTicket } from './read-tickets.ts'
import { replyToTicket, replyToTicketAsAdmin } from './reply-to-ticket.ts'
import { addNote, linkTicket, unlinkTicket } from './ticket-links.ts'

const sender = signedInAs('The sender of the ticket; 404 for everyone else.')
const admin = adminWho('answer-tickets')
const params = idParams
const reply = schemas.adminTicket

export const supportRoutes = [
  serve(
    contract.fileTicket,
    {
      access: anyone,
      body: schemas.ticketBody,
      reply: schemas.ticketReply,
      status: 201,
      idempotency: 'required',
      rateLimit: { per: 'address', max: 10, windowMs: hour, shared: true },
    },
    (ctx) => fileTicket(ctx, ctx.body),
  ),
  serve(
    contract.listTickets,
    { access: signedIn, query: pageQuery, reply: schemas.ticketPage },
    ({ tx, actor, query }) => listTickets(tx, actor.id, query),
  ),
  serve(contract.readTicket, { access: sender, params, reply: schemas.ticket }, (ctx) =>
    readTicket(ctx.tx, ctx.actor.id, ctx.params.id),
  ),
  serve(
    contract.replyToTicket,
    {
      access: sender,
      params,
      body: schemas.replyBody,
      reply: schemas.ticket,
      idempotency: 'required',
      rateLimit: { per: 'account', max: 20, windowMs: hour, shared: true },
    },
    (ctx) => replyToTicket(ctx, ctx.params.id, ctx.body),
  ),
  serve(contract.readTicketAsAdmin, { access: admin, params, reply }, (ctx) =>
    readTicketAsAdmin(ctx.tx, ctx.params.id),
  ),
  serve(
    contract.answerTicket,
    { access: admin, params, body: schemas.answerTicketBody, reply, idempotency: 'required' },
    (ctx) => answerTicket(ctx, ctx.params.id, ctx.body),
  ),
  serve(
    contract.replyToTicketAsAdmin,
    { access: admin, params, body: schemas.replyBody, reply, idempotency: 'required' },
    (ctx) => replyToTicketAsAdmin(ctx, ctx.params.id, ctx.body),
  ),
  serve(
    contract.solveTicket,
    { access: admin, params, body: schemas.solveTicketBody, reply, idempotency: 'required' },
    (ctx) => solveTicket(ctx, ctx.params.id, ctx.body),
  ),
  serve(contract.addNote, { access: admin, params, body: schemas.noteBody, reply, idempotency: 'required' }, (ctx) =>
    addNote(ctx, ctx.params.id, ctx.body),
  ),
  serve(contract.linkTicket, { access: admin, params, body: schemas.linkTicketBody, reply }, (ctx) =>
    linkTicket(ctx, ctx.params.id, ctx.body),
  ),
  serve(contract.unlinkTicket, { access: admin, params: schemas.ticketLinkParams, reply }, (ctx) =>
    unlinkTicket(ctx, ctx.params),
  ),
]
