import { type Instant, toIso } from '@veranda/core/time/instant.ts'
import { type Selectable, sql } from 'kysely'
import { type Tx } from '../../db/database.ts'
import { type PaymentTables } from '../../db/tables/payments.ts'
import { type PaymentNews } from './news.ts'

export type SandboxObject = Selectable<PaymentTables['sandbox_payment_objects']>

type NewObject = Pick<
  SandboxObject,
  'id' | 'kind' | 'idempotency_key' | 'reference' | 'amount' | 'currency' | 'card' | 'state' | 'failure'
> & { readonly capture?: SandboxObject['capture'] }

/**
 * Writes an object once for its idempotency key and answers the one that stands. A call still at work under the same
 * key is waited for. Throws when the key was used for something else, which is a bug of the caller.
 */
export async function keepObject(
  tx: Tx,
  object: NewObject,
  at: Instant,
): Promise<{ object: SandboxObject; fresh: boolean }> {
  const written = await tx
    .insertInto('sandbox_payment_objects')
    .values({ ...object, created_at: new Date(at), updated_at: new Date(at) })
    .onConflict((c) => c.column('idempotency_key').doNothing())
    .returningAll()
    .executeTakeFirst()
  if (written) return { object: written, fresh: true }
  const known = await tx
    .selectFrom('sandbox_payment_objects')
    .selectAll()
    .where('idempotency_key', '=', object.idempotency_key)
    .executeTakeFirstOrThrow()
  const same = (['kind', 'reference', 'amount', 'currency'] as const).every((name) => known[name] === object[name])
  if (!same) throw new Error(`the payment key ${object.idempotency_key} was used for something else`)
  return { object: known, fresh: false }
}

/** The object of a kind under our own id, locked until the transaction ends. */
export function lockObject(tx: Tx, kind: SandboxObject['kind'], reference: string): Promise<SandboxObject | undefined> {
  return tx
    .selectFrom('sandbox_payment_objects')
    .selectAll()
    .where('kind', '=', kind)
    .where('reference', '=', reference)
    .orderBy('created_at')
    .limit(sql.lit(1))
    .forUpdate()
    .executeTakeFirst()
}

/** Puts a webhook into the list of what is to be told, at `at` or later. */
export async function queueWebhook(
  tx: Tx,
  webhook: { id: string; objectId: string; at: Instant; news: PaymentNews },
): Promise<void> {
  const { type, data } = webhook.news
  await tx
    .insertInto('sandbox_payment_webhooks')
    .values({
      id: webhook.id,
      object_id: webhook.objectId,
      type,
      payload: JSON.stringify({ createdAt: toIso(webhook.at), data }),
      due_at: new Date(webhook.at),
    })
    .execute()
}
