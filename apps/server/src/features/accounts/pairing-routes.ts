import * as routes from '@veranda/contract/accounts/pairing-routes.ts'
import * as schemas from '@veranda/contract/accounts/pairing-schemas.ts'
import { session } from '@veranda/contract/accounts/schemas.ts'
import { done, idParams } from '@veranda/contract/shapes.ts'
import { ok, refuse } from '@veranda/core/result.ts'
import { minute } from '@veranda/core/time/instant.ts'
import { transact } from '../../db/transact.ts'
import { serve } from '../../http/serve.ts'
import { anyone, signedIn, signedInAs } from '../../http/who.ts'
import { approvePairing, findPairing, finishPairing, readPairing, startPairing } from './pairing.ts'

const few = { per: 'address', max: 20, window: 5 * minute } as const
/** A million codes, at most fifteen tries: the chance of hitting one that waits is nothing. */
const tries = { per: 'account', max: 15, window: 5 * minute } as const

export const pairingRoutes = [
  serve(routes.startPairing, { who: anyone, reply: schemas.pairingCode, status: 201, limit: few }, (ctx) =>
    startPairing(ctx),
  ),
  serve(routes.readPairing, { who: anyone, reply: schemas.pairing }, (ctx) => readPairing(ctx)),
  serve(routes.finishPairing, { who: anyone, reply: session, limit: few }, (ctx) => finishPairing(ctx)),
  serve(
    routes.findPairing,
    { who: signedIn, body: schemas.findPairingBody, reply: schemas.foundPairing, limit: tries },
    (ctx) => findPairing(ctx, ctx.body.code),
  ),
  serve(
    routes.approvePairing,
    {
      who: signedInAs('Who has entered the code of this pairing.'),
      params: idParams,
      body: schemas.approvePairingBody,
      reply: done,
      limit: tries,
      // A wrong number is refused, and ends the pairing all the same.
      transaction: false,
    },
    async ({ deps, actor, request, params, body }) => {
      const tried = await transact(deps, (tx) => approvePairing({ tx, deps, actor, request }, params.id, body.match))
      if (!tried.ok) return tried
      return tried.value.right
        ? ok({ done: true as const })
        : refuse('pairing.wrong-number', 'conflict', { field: 'match' })
    },
  ),
]
