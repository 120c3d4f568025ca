import * as routes from '@veranda/contract/accounts/pairing/routes.ts'
import * as schemas from '@veranda/contract/accounts/pairing/schemas.ts'
import { session } from '@veranda/contract/accounts/sessions/schemas.ts'
import { done, idParams } from '@veranda/contract/shared-schemas.ts'
import { ok, refuse } from '@veranda/core/result.ts'
import { minute } from '@veranda/core/time/instant.ts'
import { transact } from '../../../platform/db/transact.ts'
import { serve } from '../../../platform/http/route.ts'
import { anyone, signedIn, signedInAs } from '../../../platform/http/route-access.ts'
import { approvePairing, findPairing, finishPairing, readPairing, startPairing } from './pairing.ts'

const pairingRateLimit = { per: 'address', max: 20, windowMs: 5 * minute, shared: true } as const
/** Limits guesses: with a million codes and at most fifteen attempts, hitting an open one is negligible. */
const codeRateLimit = { per: 'account', max: 15, windowMs: 5 * minute, shared: true } as const

export const pairingRoutes = [
  serve(
    routes.startPairing,
    { access: anyone, reply: schemas.pairingCode, secretReply: true, status: 201, rateLimit: pairingRateLimit },
    (ctx) => startPairing(ctx),
  ),
  serve(routes.readPairing, { access: anyone, reply: schemas.pairing, noStore: true }, (ctx) => readPairing(ctx)),
  serve(
    routes.finishPairing,
    { access: anyone, reply: session, secretReply: true, rateLimit: pairingRateLimit },
    (ctx) => finishPairing(ctx),
  ),
  serve(
    routes.findPairing,
    { access: signedIn, body: schemas.findPairingBody, reply: schemas.foundPairing, rateLimit: codeRateLimit },
    (ctx) => findPairing(ctx, ctx.body.code),
  ),
  serve(
    routes.approvePairing,
    {
      access: signedInAs('The user who entered the code of this pairing.'),
      params: idParams,
      body: schemas.approvePairingBody,
      reply: done,
      rateLimit: codeRateLimit,
      // A wrong number is refused, and the pairing still ends.
      transaction: false,
    },
    async (ctx) => {
      const result = await transact(ctx.deps, (tx) => approvePairing({ ...ctx, tx }, ctx.params.id, ctx.body.match))
      if (!result.ok) return result
      return result.value.right
        ? ok({ done: true as const })
        : refuse('pairing.wrong-number', 'conflict', { field: 'match' })
    },
  ),
]
