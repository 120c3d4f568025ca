import { adminChargeback } from '@veranda/contract/payments/charges/admin-schemas.ts'
import * as routes from '@veranda/contract/payments/routes.ts'
import { charge as chargeSchema, confirmChargeBody } from '@veranda/contract/payments/charges/schemas.ts'
import {
  adminRefund,
  redirectRefundBody,
  refundList,
  retryRefundBody,
} from '@veranda/contract/payments/refunds/schemas.ts'
import * as schemas from '@veranda/contract/payments/schemas.ts'
import { done, idParams, pageQuery } from '@veranda/contract/shared-schemas.ts'
import { ok, refuse } from '@veranda/core/result.ts'
import { minute } from '@veranda/core/time/instant.ts'
import { type PaymentGateway } from '../../gateways/payments/payment-gateway.ts'
import { type ServerRoute, serve } from '../../platform/http/route.ts'
import {
  adminWho,
  anyoneSignedIn,
  signedIn,
  signedInAs,
  webhook,
  withVerifiedAddress,
} from '../../platform/http/route-access.ts'
import { findCharge, toChargeDto } from './charges/charge.repository.ts'
import { readChargebackAsAdmin } from './charges/read-chargeback-as-admin.ts'
import { confirmCharge } from './charges/confirm-charge.ts'
import { listPayouts } from './payouts/list-payouts.ts'
import { listLedgerEntries } from './list-ledger-entries.ts'
import { listEscrow } from './list-escrow.ts'
import { readBalances } from './read-balances.ts'
import { listReceipts, readReceipt } from './invoices/read-receipts.ts'
import { changePayoutAccount, readPayoutAccount } from './payouts/change-payout-account.ts'
import { receiveWebhook } from './webhooks/receive-webhook.ts'
import { confirmPayoutAccount } from './payouts/confirm-payout-account.ts'
import { redirectRefund } from './refunds/failed-refund.ts'
import { listRefunds } from './refunds/list-refunds.ts'
import { readRefundAsAdmin } from './refunds/read-refund-as-admin.ts'
import { retryRefundAsAdmin } from './refunds/retry-refund-as-admin.ts'
import { requestPayout } from './payouts/request-payout.ts'

const payer = signedInAs('The client who pays; 404 for everyone else.')
const recipient = signedInAs('The recipient of the receipt; 404 for everyone else.')

export function paymentRoutes(gateway: () => PaymentGateway): ServerRoute[] {
  const provider = webhook('The payment provider', (call) => gateway().verifyWebhook(call))
  return [
    serve(routes.listPaymentMethods, { access: anyoneSignedIn, reply: schemas.paymentMethods }, async ({ deps }) => {
      const { sandbox } = gateway()
      return ok({ items: [...gateway().methods()], sandbox, movesClock: sandbox && deps.env.sandboxControls })
    }),
    serve(routes.readBalances, { access: signedIn, reply: schemas.balances }, async ({ tx, actor }) =>
      ok(await readBalances(tx, actor.id)),
    ),
    serve(
      routes.listLedgerEntries,
      { access: signedIn, query: schemas.ledgerEntriesQuery, reply: schemas.ledgerEntryPage },
      ({ tx, actor, query }) => listLedgerEntries(tx, actor.id, query),
    ),
    serve(routes.listEscrow, { access: signedIn, reply: schemas.escrowList }, async ({ tx, actor }) =>
      ok(await listEscrow(tx, actor.id)),
    ),
    serve(
      routes.listReceipts,
      { access: signedIn, query: pageQuery, reply: schemas.receiptList },
      ({ tx, actor, query }) => listReceipts(tx, actor.id, query),
    ),
    serve(
      routes.readReceipt,
      { access: recipient, params: idParams, reply: schemas.receipt },
      ({ tx, actor, params }) => readReceipt(tx, actor.id, params.id),
    ),
    serve(
      routes.readCharge,
      { access: payer, params: idParams, reply: chargeSchema },
      async ({ tx, actor, params, clock }) => {
        const charge = await findCharge(tx, params.id)
        return charge?.client_id === actor.id
          ? ok(toChargeDto(charge, clock.now()))
          : refuse('charge.not-found', 'not-found')
      },
    ),
    serve(
      routes.confirmCharge,
      {
        access: withVerifiedAddress(payer),
        transaction: false,
        params: idParams,
        body: confirmChargeBody,
        reply: chargeSchema,
        rateLimit: { per: 'account', max: 10, windowMs: minute, shared: true },
      },
      (ctx) => confirmCharge(ctx, gateway(), { id: ctx.params.id, code: ctx.body.code }),
    ),
    serve(routes.listRefunds, { access: signedIn, query: pageQuery, reply: refundList }, ({ tx, actor, query }) =>
      listRefunds(tx, actor.id, query),
    ),
    serve(
      routes.redirectRefund,
      {
        access: withVerifiedAddress(payer),
        transaction: false,
        params: idParams,
        body: redirectRefundBody,
        reply: done,
        rateLimit: { per: 'account', max: 10, windowMs: minute, shared: true },
      },
      (ctx) => redirectRefund(ctx, gateway(), { id: ctx.params.id, ...ctx.body }),
    ),
    serve(
      routes.readChargebackAsAdmin,
      { access: adminWho('read-chargebacks'), params: idParams, reply: adminChargeback },
      ({ tx, params }) => readChargebackAsAdmin(tx, params.id),
    ),
    serve(
      routes.readRefundAsAdmin,
      { access: adminWho('retry-refunds'), params: idParams, reply: adminRefund },
      ({ tx, params }) => readRefundAsAdmin(tx, params.id),
    ),
    serve(
      routes.retryRefundAsAdmin,
      {
        access: adminWho('retry-refunds'),
        params: idParams,
        body: retryRefundBody,
        reply: adminRefund,
        idempotency: 'required',
      },
      (ctx) => retryRefundAsAdmin(ctx, ctx.params.id, ctx.body),
    ),
    serve(
      routes.listPayouts,
      { access: signedIn, query: pageQuery, reply: schemas.payoutList },
      ({ tx, actor, query }) => listPayouts(tx, actor.id, query),
    ),
    serve(
      routes.requestPayout,
      {
        access: signedIn,
        body: schemas.requestPayoutBody,
        reply: schemas.payout,
        status: 201,
        idempotency: 'required',
      },
      (ctx) => requestPayout(ctx, ctx.body),
    ),
    serve(
      routes.readPayoutAccount,
      { access: signedIn, transaction: false, reply: schemas.payoutAccountReply },
      ({ actor, deps }) => readPayoutAccount(deps, gateway(), actor.id),
    ),
    serve(
      routes.changePayoutAccount,
      {
        access: withVerifiedAddress(signedIn),
        transaction: false,
        body: schemas.changePayoutAccountBody,
        reply: schemas.payoutAccountReply,
        rateLimit: { per: 'account', max: 10, windowMs: minute, shared: true },
      },
      (ctx) => changePayoutAccount(ctx, gateway(), ctx.body),
    ),
    serve(
      routes.confirmPayoutAccount,
      {
        access: signedIn,
        transaction: false,
        reply: schemas.payoutAccountReply,
        rateLimit: { per: 'account', max: 10, windowMs: minute, shared: true },
      },
      (ctx) => confirmPayoutAccount(ctx, gateway()),
    ),
    serve(
      routes.receiveWebhook,
      { access: provider, body: schemas.webhookBody, reply: done },
      async ({ tx, deps, body }) => {
        await receiveWebhook({ tx, deps }, gateway(), body)
        return ok({ done: true as const })
      },
    ),
  ]
}
