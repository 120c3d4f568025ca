import { listSandboxMailTo } from '@veranda/contract/accounts/password-reset/routes.ts'
import { readConfig } from '@veranda/contract/config/routes.ts'
import { publicConfig } from '@veranda/contract/config/schemas.ts'
import { listSandboxMail, moveClock } from '@veranda/contract/sandbox/routes.ts'
import {
  clockBody,
  clockState,
  sandboxMails,
  type SandboxMails,
  sandboxMailToBody,
} from '@veranda/contract/sandbox/schemas.ts'
import { currentTermsVersion } from '@veranda/core/accounts/terms/terms.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { fromIso, instant, toIso } from '@veranda/core/time/instant.ts'
import { availableLanguages } from '@veranda/i18n/catalogues.ts'
import { isMovable } from '../clock/clock.ts'
import { saveClockShift } from '../db/settings.ts'
import { signalAfterCommit } from '../db/commit-signals.ts'
import { type Deps } from '../deps.ts'
import { serve } from './route.ts'
import { anyone, inSandbox, signedInAs } from './route-access.ts'

const sandboxControls = inSandbox('sandboxControls', anyone)

/** The routes of the public configuration, the sandbox's clock and its mailbox. */
export const configRoutes = [
  serve(readConfig, { access: anyone, reply: publicConfig }, async ({ deps }) =>
    ok({
      mode: deps.env.mode,
      version: deps.env.version,
      demoEntry: deps.env.demoEntry,
      terms: currentTermsVersion,
      languages: [...availableLanguages],
      now: toIso(deps.clock.now()),
      mailPage: deps.env.sandboxMailbox && deps.gateways.mail.listMailbox !== undefined,
      openMailbox: deps.env.sandboxOpenMailbox && deps.gateways.mail.listMailbox !== undefined,
      payments: deps.env.payments,
      socialProviders: [...deps.gateways.identity.providers],
      pushKey: deps.gateways.push?.publicKey ?? null,
    }),
  ),
  serve(
    listSandboxMail,
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
    moveClock,
    {
      access: sandboxControls,
      body: clockBody,
      reply: clockState,
      description: 'Moves the product’s clock forward; timers that are over by then run at once.',
    },
    async ({ tx, deps, body }) => {
      if (!isMovable(deps.clock)) return refuse('request.unknown-route', 'not-found')
      const to = body.to === undefined ? undefined : fromIso(body.to)
      if ((body.advanceMs === undefined) === (to === undefined)) {
        return refuse('sandbox.clock-needs-one', 'invalid', { field: 'advanceMs' })
      }
      const now = deps.clock.now()
      const target = to ?? instant(now + (body.advanceMs ?? 0))
      if (target < now) return refuse('sandbox.clock-backwards', 'conflict', { field: 'to' })
      const shift = deps.clock.shift() + (target - now)
      await saveClockShift(tx, shift)
      deps.clock.setShift(shift)
      signalAfterCommit(tx, { clock: true })
      return ok(toClockState(deps))
    },
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

function toClockState({ clock }: Deps): { now: string; offsetMs: number } {
  return { now: toIso(clock.now()), offsetMs: isMovable(clock) ? Math.round(clock.shift()) : 0 }
}
