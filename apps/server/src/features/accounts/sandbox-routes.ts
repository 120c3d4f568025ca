import { session } from '@veranda/contract/accounts/schemas.ts'
import * as routes from '@veranda/contract/sandbox/routes.ts'
import { demoPeople, enterBody } from '@veranda/contract/sandbox/schemas.ts'
import { ok } from '@veranda/core/result.ts'
import { fileAddress } from '../../files/address.ts'
import { serve } from '../../http/serve.ts'
import { sandboxOnly } from '../../http/who.ts'
import { enterAsDemoPerson } from './sign-in.ts'

export const demoEntryRoutes = [
  serve(routes.listDemoPeople, { who: sandboxOnly, reply: demoPeople }, async ({ tx, deps }) => {
    if (!deps.env.demoEntry) return ok({ items: [] })
    const rows = await tx
      .selectFrom('people')
      .select(['id', 'name', 'role', 'email', 'demo_about', 'avatar_file'])
      .where('demo_about', 'is not', null)
      .where('closed_at', 'is', null)
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    return ok({
      items: rows.map(({ demo_about, avatar_file, ...row }) => ({
        ...row,
        about: demo_about ?? '',
        avatar: fileAddress(avatar_file),
      })),
    })
  }),
  serve(routes.enterAs, { who: sandboxOnly, body: enterBody, reply: session }, (ctx) =>
    enterAsDemoPerson(ctx, ctx.body.person),
  ),
]
