import { session } from '@veranda/contract/accounts/sessions/schemas.ts'
import * as routes from '@veranda/contract/sandbox/routes.ts'
import { demoUsers, demoSignInBody } from '@veranda/contract/sandbox/schemas.ts'
import { ok } from '@veranda/core/result.ts'
import { avatarUrl } from '../../../platform/assets/stored-files/stored-file-url.ts'
import { serve } from '../../../platform/http/route.ts'
import { anyone, inSandbox } from '../../../platform/http/route-access.ts'
import { signInAsDemoUser } from './demo-sign-in.ts'

const demoEntry = inSandbox('demoEntry', anyone)

export const demoSignInRoutes = [
  serve(routes.listDemoUsers, { access: demoEntry, reply: demoUsers }, async ({ tx }) => {
    const rows = await tx
      .selectFrom('users')
      .select(['id', 'name', 'role', 'email', 'demo_description', 'avatar_file'])
      .where('demo_description', 'is not', null)
      .where('closed_at', 'is', null)
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    return ok({
      items: rows.map(({ demo_description, avatar_file, email, ...row }) => ({
        ...row,
        email: email ?? '',
        about: demo_description ?? '',
        avatar: avatarUrl(avatar_file),
      })),
    })
  }),
  serve(
    routes.signInAsDemoUser,
    { access: demoEntry, body: demoSignInBody, reply: session, secretReply: true },
    (ctx) => signInAsDemoUser(ctx, ctx.body),
  ),
]
