import { type Confirmation, type ConfirmBody } from '@veranda/contract/accounts/confirmation-schemas.ts'
import { confirmationLives, type ConfirmationWay, waysToConfirm } from '@veranda/core/accounts/confirmation.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { after, type Instant, toIso } from '@veranda/core/time/instant.ts'
import { hashOfCookie } from '../../access/access.ts'
import { type Actor } from '../../access/actor.ts'
import { confirmedUntil } from '../../access/confirmed.ts'
import { audit } from '../../audit/audit.ts'
import { type Tx } from '../../db/database.ts'
import { type Deps } from '../../deps.ts'
import { type RequestInfo } from '../../http/serve.ts'
import { verifyPassword } from './password.ts'

type At = { tx: Tx; actor: Actor; deps: Deps; request: RequestInfo }

/** Whether this session is freshly confirmed, and how its person may do it. */
export async function readConfirmation({ tx, actor, deps, request }: At): Promise<Confirmation> {
  const caller = { actor, cookieToken: request.cookieToken }
  const until = await confirmedUntil(tx, caller, deps.clock.now())
  const { ways } = await known(tx, actor, deps)
  return { until: until === undefined ? null : toIso(until), ways: [...ways] }
}

/**
 * Confirms that whoever uses this session is its person. A wrong password is told apart from a refusal, so that the try
 * is kept in the audit log.
 */
export async function confirmPerson(at: At, body: ConfirmBody): Promise<Result<Confirmation | 'wrong-password'>> {
  const { tx, actor, deps, request } = at
  const now = deps.clock.now()
  const { ways, password } = await known(tx, actor, deps)
  if (!ways.includes(body.way) || request.cookieToken === undefined) {
    return refuse('confirmation.not-this-way', 'not-allowed')
  }
  const told = { person: actor.id, actor: actor.id, at: now, request, data: { way: body.way } }
  if (body.way === 'password' && !(password && (await verifyPassword(password, body.password)))) {
    await audit(tx, { what: 'account.confirmation-failed', ...told })
    return ok('wrong-password')
  }
  const expiresAt = await keepConfirmation(tx, { actor, cookieToken: request.cookieToken, way: body.way, now })
  await audit(tx, { what: 'account.confirmed', ...told })
  return ok({ until: toIso(expiresAt), ways: [...ways] })
}

/** Keeps that this session's person was confirmed, in place of what was kept of it before; answers until when. */
export async function keepConfirmation(
  tx: Tx,
  given: { actor: Pick<Actor, 'id' | 'sessionId'>; cookieToken: string; way: ConfirmationWay; now: Instant },
): Promise<Instant> {
  const expiresAt = after(given.now, confirmationLives)
  const kept = {
    cookie_hash: hashOfCookie(given.cookieToken),
    way: given.way,
    confirmed_at: new Date(given.now),
    expires_at: new Date(expiresAt),
  }
  await tx
    .insertInto('confirmations')
    .values({ session_id: given.actor.sessionId, person_id: given.actor.id, ...kept })
    .onConflict((c) => c.column('session_id').doUpdateSet(kept))
    .execute()
  return expiresAt
}

async function known(tx: Tx, actor: Actor, { env }: Deps) {
  const row = await tx
    .selectFrom('people as p')
    .leftJoin('credentials as c', (j) => j.onRef('c.person_id', '=', 'p.id').on('c.provider_id', '=', 'credential'))
    .select(['c.password', 'p.demo_about'])
    .where('p.id', '=', actor.id)
    .executeTakeFirst()
  const password = row?.password ?? undefined
  const demoPerson = (row?.demo_about ?? null) !== null
  return {
    password,
    ways: waysToConfirm({ hasPassword: password !== undefined, demoPerson, demoEntry: env.demoEntry }),
  }
}
