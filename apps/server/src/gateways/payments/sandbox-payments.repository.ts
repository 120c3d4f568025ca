import { type Instant, toIso } from '@veranda/core/time/instant.ts'
import { type Selectable, sql } from 'kysely'
import { type Db, type Tx } from '../../platform/db/database.ts'
import { type PaymentTables } from '../../platform/db/tables/payments.ts'
import { type PaymentEvent } from './payment-events.ts'

export type SandboxObject = Selectable<PaymentTables['sandbox_payment_objects']>

type NewSandboxObject = Pick<
  SandboxObject,
  'id' | 'kind' | 'idempotency_key' | 'reference' | 'amount' | 'currency' | 'card' | 'state' | 'failure'
> & { readonly capture?: SandboxObject['capture'] }

/**
 * Inserts an object once per idempotency key and returns the stored one. Waits for a concurrent call with the same key.
 * Throws when the key was used for something else, which is a bug of the caller.
 */
export async function insertOrFindObject(
  tx: Tx,
  object: NewSandboxObject,
  at: Instant,
): Promise<{ object: SandboxObject; fresh: boolean }> {
  const inserted = await tx
    .insertInto('sandbox_payment_objects')
    .values({ ...object, created_at: new Date(at), updated_at: new Date(at) })
    .onConflict((c) => c.column('idempotency_key').doNothing())
    .returningAll()
    .executeTakeFirst()
  if (inserted) return { object: inserted, fresh: true }
  const existing = await tx
    .selectFrom('sandbox_payment_objects')
    .selectAll()
    .where('idempotency_key', '=', object.idempotency_key)
    .executeTakeFirstOrThrow()
  const same = (['kind', 'reference', 'amount', 'currency'] as const).every((name) => existing[name] === object[name])
  if (!same) throw new Error(`the payment key ${object.idempotency_key} was used for something else`)
  return { object: existing, fresh: false }
}

function objectsBy(db: Db, kind: SandboxObject['kind'], reference: string) {
  return db
    .selectFrom('sandbox_payment_objects')
    .selectAll()
    .where('kind', '=', kind)
    .where('reference', '=', reference)
    .orderBy('created_at')
    .limit(sql.lit(1))
}

/** Returns the object of a kind by our own id. */
export function findObject(db: Db, kind: SandboxObject['kind'], reference: string): Promise<SandboxObject | undefined> {
  return objectsBy(db, kind, reference).executeTakeFirst()
}

/** Locks the object of a kind by our own id until the transaction ends. */
export function lockObject(tx: Tx, kind: SandboxObject['kind'], reference: string): Promise<SandboxObject | undefined> {
  return objectsBy(tx, kind, reference).forUpdate().executeTakeFirst()
}

/** Queues a webhook to be sent at `at` or later. */
export async function enqueueWebhook(
  tx: Tx,
  webhook: { id: string; objectId: string; at: Instant; event: PaymentEvent },
): Promise<void> {
  const { type, data } = webhook.event
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
