import * as routes from '@veranda/contract/accounts/passkeys/routes.ts'
import * as schemas from '@veranda/contract/accounts/passkeys/schemas.ts'
import { signInReply } from '@veranda/contract/accounts/sign-in/schemas.ts'
import { done, idParams } from '@veranda/contract/shared-schemas.ts'
import { ok } from '@veranda/core/result.ts'
import { serve } from '../../../platform/http/route.ts'
import { anyone, signedIn } from '../../../platform/http/route-access.ts'
import { passkeyOptionsPerAddress, passkeySignInsPerAddress } from '../account-limits.ts'
import { addPasskey, listPasskeys, removePasskey, renamePasskey, startPasskey } from './change-passkeys.ts'
import { signInWithPasskey, startPasskeySignIn } from './sign-in-with-passkey.ts'

export const passkeyRoutes = [
  serve(routes.listPasskeys, { access: signedIn, reply: schemas.passkeyList }, async (ctx) =>
    ok(await listPasskeys(ctx)),
  ),
  serve(routes.startPasskey, { access: signedIn, reply: schemas.newPasskeyOptions }, (ctx) => startPasskey(ctx)),
  serve(
    routes.addPasskey,
    { access: signedIn, body: schemas.addPasskeyBody, reply: schemas.passkey, status: 201 },
    (ctx) => addPasskey(ctx, ctx.body),
  ),
  serve(
    routes.renamePasskey,
    { access: signedIn, params: idParams, body: schemas.renamePasskeyBody, reply: schemas.passkey },
    (ctx) => renamePasskey(ctx, ctx.params.id, ctx.body.name),
  ),
  serve(routes.removePasskey, { access: signedIn, params: idParams, reply: done }, (ctx) =>
    removePasskey(ctx, ctx.params.id),
  ),
  serve(
    routes.startPasskeySignIn,
    { access: anyone, reply: schemas.passkeyOptions, rateLimit: passkeyOptionsPerAddress },
    (ctx) => startPasskeySignIn(ctx),
  ),
  serve(
    routes.signInWithPasskey,
    {
      access: anyone,
      body: schemas.assertion,
      reply: signInReply,
      secretReply: true,
      rateLimit: passkeySignInsPerAddress,
      // Loads the verification before its transaction.
      transaction: false,
    },
    (ctx) => signInWithPasskey(ctx, ctx.body),
  ),
]
