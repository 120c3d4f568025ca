import { readConfig } from '@veranda/contract/config/routes.ts'
import { publicConfig } from '@veranda/contract/config/schemas.ts'
import { listMail, moveClock, readClock } from '@veranda/contract/sandbox/routes.ts'
import { clockBody, clockState, keptMails } from '@veranda/contract/sandbox/schemas.ts'
import { currentTerms } from '@veranda/core/accounts/terms.ts'
import { ok, refuse } from '@veranda/core/result.ts'
import { fromIso, instant, toIso } from '@veranda/core/time/instant.ts'
import { isMovable } from '../clock.ts'
import { saveShift } from '../db/settings.ts'
import { touch } from '../db/wake.ts'
import { type Deps } from '../deps.ts'
import { serve } from './serve.ts'
import { anyone, sandboxOnly, signedInAs } from './who.ts'

/** What anybody may know of the installation, and the sandbox's clock. */
export const configRoutes = [
  serve(readConfig, { who: anyone, reply: publicConfig }, async ({ deps }) =>
    ok({
      mode: deps.env.mode,
      version: deps.env.version,
      demoEntry: deps.env.demoEntry,
      terms: currentTerms,
      languages: ['en' as const],
      now: toIso(deps.clock.now()),
      providers: [],
      pushKey: null,
    }),
  ),
  serve(
    listMail,
    {
      who: signedInAs('Anyone signed in, for mail to them that was kept because there is no mail server.'),
      reply: keptMails,
    },
    async ({ deps, actor }) => {
      const { mail } = deps.gateways
      const person = await deps.db.selectFrom('people').select('email').where('id', '=', actor.id).executeTakeFirst()
      if (!mail.kept || !person) return refuse('request.unknown-route', 'not-found')
      const kept = await mail.kept(person.email, 50)
      return ok({
        items: kept.map(({ id, at, subject, text, calendar }) => ({
          id,
          at,
          subject,
          text,
          calendar: calendar ? { name: calendar.name, content: calendar.content } : null,
        })),
      })
    },
  ),
  serve(readClock, { who: sandboxOnly, reply: clockState }, async ({ deps }) => ok(stateOf(deps))),
  serve(
    moveClock,
    {
      who: sandboxOnly,
      body: clockBody,
      reply: clockState,
      description: 'Moves the product’s clock forward; timers that are over by then run at once.',
    },
    async ({ tx, deps, body }) => {
      if (!isMovable(deps.clock)) return refuse('request.unknown-route', 'not-found')
      const to = body.to === undefined ? undefined : fromIso(body.to)
      if ((body.advanceMilliseconds === undefined) === (to === undefined)) {
        return refuse('sandbox.clock-needs-one', 'invalid')
      }
      const now = deps.clock.now()
      const target = to ?? instant(now + (body.advanceMilliseconds ?? 0))
      if (target < now) return refuse('sandbox.clock-backwards', 'conflict', { field: 'to' })
      const shift = deps.clock.shift() + (target - now)
      await saveShift(tx, shift)
      deps.clock.setShift(shift)
      touch(tx, { clock: true })
      return ok(stateOf(deps))
    },
  ),
]

function stateOf({ clock }: Deps): { now: string; shiftMilliseconds: number } {
  return { now: toIso(clock.now()), shiftMilliseconds: isMovable(clock) ? Math.round(clock.shift()) : 0 }
}
