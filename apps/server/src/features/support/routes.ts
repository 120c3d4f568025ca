import * as contract from '@veranda/contract/support/routes.ts'
import { ticketBody, ticketFiled } from '@veranda/contract/support/schemas.ts'
import { hour } from '@veranda/core/time/instant.ts'
import { serve } from '../../http/serve.ts'
import { anyone } from '../../http/who.ts'
import { fileTicket } from './file-ticket.ts'

export const supportRoutes = [
  serve(
    contract.fileTicket,
    {
      who: anyone,
      body: ticketBody,
      reply: ticketFiled,
      status: 201,
      idempotency: 'required',
      limit: { per: 'address', max: 10, window: hour },
    },
    (ctx) => fileTicket(ctx, ctx.body),
  ),
]
