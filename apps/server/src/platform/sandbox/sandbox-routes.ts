import { listSandboxMailTo } from '@veranda/contract/accounts/password-reset/routes.ts'
import * as contract from '@veranda/contract/sandbox/routes.ts'
import {
  clockBody,
  clockState,
  sandboxMails,
  type SandboxMails,
  sandboxMailToBody,
} from '@veranda/contract/sandbox/schemas.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { type Deps } from '../deps.ts'
import { serve } from '../http/route.ts'
import { anyone, inSandbox, signedInAs } from '../http/route-access.ts'
import { moveClock } from './move-clock.ts'

/** The routes of the sandbox's clock and of its mailbox. */
export const sandboxRoutes = [
  serve(
    contract.listSandboxMail,
    {
      access: inSandbox(
        'sandboxMailbox',
        signedInAs('Anyone signed in, for mail to them that was kept because there is no mail server.'),
      ),
      reply: sandboxMails,
      noStore: true,
    },
    async ({ deps, actor }) => {
      const user = await deps.db.selectFrom('users').select('email').where('id', '=', actor.id).executeTakeFirst()
      if (!user) return refuse('request.unknown-route', 'not-found')
      return user.email === null ? ok({ items: [] }) : listMailTo(deps, user.email, 50)
    },
  ),
  serve(
    listSandboxMailTo,
    {
      access: inSandbox('sandboxOpenMailbox', anyone),
      body: sandboxMailToBody,
      reply: sandboxMails,
      transaction: false,
    },
    async ({ deps, body }) => listMailTo(deps, body.email, 1),
  ),
  serve(
    contract.moveClock,
    {
      access: inSandbox('sandboxControls', anyone),
      body: clockBody,
      reply: clockState,
      description: 'Moves the product’s clock forward; timers that are over by then run at once.',
    },
    (ctx) => moveClock(ctx, ctx.body),
  ),
]

async function listMailTo({ gateways }: Deps, email: string, limit: number): Promise<Result<SandboxMails>> {
  const mails = await gateways.mail.listMailbox?.(email, limit)
  if (!mails) return refuse('request.unknown-route', 'not-found')
  const items = mails.map(({ id, at, subject, text, calendar }) => ({
    id,
    at,
    subject,
    text,
    calendar: calendar ? { name: calendar.name, content: calendar.content } : null,
  }))
  return ok({ items })
}
