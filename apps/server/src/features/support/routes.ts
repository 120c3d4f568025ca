import * as contract from '@veranda/contract/support/routes.ts'
import { ticketBody, ticketReply } from '@veranda/contract/support/schemas.ts'
import { hour } from '@veranda/core/time/instant.ts'
import { serve } from '../../platform/http/route.ts'
import { anyone } from '../../platform/http/route-access.ts'
import { fileTicket } from './file-ticket.ts'

export const supportRoutes = [
  serve(
    contract.fileTicket,
    {
      access: anyone,
      body: ticketBody,
      reply: ticketReply,
      status: 201,
      idempotency: 'required',
      rateLimit: { per: 'address', max: 10, windowMs: hour, shared: true },
    },
    (ctx) => fileTicket(ctx, ctx.body),
  ),
]
