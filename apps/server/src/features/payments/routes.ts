import * as routes from '@veranda/contract/payments/routes.ts'
import * as schemas from '@veranda/contract/payments/schemas.ts'
import { done, idParams, pageQuery } from '@veranda/contract/shapes.ts'
import { ok, refuse } from '@veranda/core/result.ts'
import { minute } from '@veranda/core/time/instant.ts'
import { type PaymentGateway } from '../../gateways/payments/payments.ts'
import { type ServedRoute, serve } from '../../http/serve.ts'
import { everybodySignedIn, signedIn, signedInAs, webhook } from '../../http/who.ts'
import { findCharge, showCharge } from './charge-rows.ts'
import { confirmCharge } from './confirm-charge.ts'
import { listPayouts } from './list-payouts.ts'
import { listPostings } from './list-postings.ts'
import { listProtected } from './list-protected.ts'
import { readBalances } from './read-balances.ts'
import { listReceipts, readReceipt } from './read-receipts.ts'
import { receiveWebhook } from './receive-webhook.ts'
import { requestPayout } from './request-payout.ts'

const payer = signedInAs('The client who pays; absent for everybody else.')
const recipient = signedInAs('Whoever the receipt was issued to; absent for everybody else.')

export function paymentRoutes(gateway: () => PaymentGateway): ServedRoute[] {
  const provider = webhook('The payment provider', (call) => gateway().verifyWebhook(call))
  return [
    serve(routes.listMethods, { who: everybodySignedIn, reply: schemas.methods }, async () =>
      ok({ items: [...gateway().methods()], sandbox: gateway().sandbox }),
    ),
    serve(routes.readBalances, { who: signedIn, reply: schemas.balances }, async ({ tx, actor }) =>
      ok(await readBalances(tx, actor.id)),
    ),
    serve(
      routes.listPostings,
      { who: signedIn, query: schemas.postingsQuery, reply: schemas.postings },
      ({ tx, actor, query }) => listPostings(tx, actor.id, query),
    ),
    serve(routes.listProtected, { who: signedIn, reply: schemas.protectedList }, async ({ tx, actor }) =>
      ok(await listProtected(tx, actor.id)),
    ),
    serve(
      routes.listReceipts,
      { who: signedIn, query: pageQuery, reply: schemas.receiptList },
      ({ tx, actor, query }) => listReceipts(tx, actor.id, query),
    ),
    serve(routes.readReceipt, { who: recipient, params: idParams, reply: schemas.receipt }, ({ tx, actor, params }) =>
      readReceipt(tx, actor.id, params.id),
    ),
    serve(routes.readCharge, { who: payer, params: idParams, reply: schemas.charge }, async ({ tx, actor, params }) => {
      const charge = await findCharge(tx, params.id)
      return charge?.client_id === actor.id ? ok(showCharge(charge)) : refuse('charge.not-found', 'not-found')
    }),
    serve(
      routes.confirmCharge,
      {
        who: payer,
        transaction: false,
        params: idParams,
        body: schemas.confirmBody,
        reply: schemas.charge,
        limit: { per: 'account', max: 10, window: minute },
      },
      (ctx) => confirmCharge(ctx, gateway(), { id: ctx.params.id, code: ctx.body.code }),
    ),
    serve(routes.listPayouts, { who: signedIn, query: pageQuery, reply: schemas.payoutList }, ({ tx, actor, query }) =>
      listPayouts(tx, actor.id, query),
    ),
    serve(
      routes.requestPayout,
      { who: signedIn, body: schemas.payoutBody, reply: schemas.payout, status: 201, idempotency: 'required' },
      (ctx) => requestPayout(ctx, ctx.body),
    ),
    serve(
      routes.receiveWebhook,
      { who: provider, body: schemas.webhookBody, reply: done },
      async ({ tx, deps, body }) => {
        await receiveWebhook({ tx, deps }, gateway(), body)
        return ok({ done: true as const })
      },
    ),
  ]
}
