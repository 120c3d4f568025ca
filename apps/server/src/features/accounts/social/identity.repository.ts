import { type SocialProvider, socialProviders } from '@veranda/core/accounts/social/social-provider.ts'
import { type SignInMethods } from '@veranda/core/accounts/social/sign-in-methods.ts'
import { asId, type UserId } from '@veranda/core/ids.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type Db, type Tx } from '../../../platform/db/database.ts'
import { type Deps } from '../../../platform/deps.ts'
import { listPasskeyRows } from '../passkeys/passkey.repository.ts'
import { readTotpSince } from '../second-factor/totp.repository.ts'

/** Whom an identity belongs to. */
export type IdentityOwner = { readonly id: UserId; readonly isClosed: boolean }

/** Finds the account of an identity: a provider and its subject. */
export async function findIdentityOwner(
  db: Db,
  provider: SocialProvider,
  subject: string,
): Promise<IdentityOwner | undefined> {
  const row = await db
    .selectFrom('credentials as c')
    .innerJoin('users as u', 'u.id', 'c.user_id')
    .select(['u.id', 'u.closed_at'])
    .where('c.provider_id', '=', provider)
    .where('c.account_id', '=', subject)
    .executeTakeFirst()
  return row && { id: asId<UserId>(row.id), isClosed: row.closed_at !== null }
}

/** Returns who a user is at a provider; undefined when it is not linked. */
export async function findSubject(db: Db, userId: UserId, provider: SocialProvider): Promise<string | undefined> {
  const row = await db
    .selectFrom('credentials')
    .select('account_id')
    .where('user_id', '=', userId)
    .where('provider_id', '=', provider)
    .executeTakeFirst()
  return row?.account_id
}

/**
 * Gives an identity to a user. Returns false when it belongs to someone, or the user has another one of this provider.
 * None of the provider's tokens are kept: after this moment nothing is asked of it.
 */
export async function addIdentity(
  { tx, deps }: { tx: Tx; deps: Pick<Deps, 'clock' | 'ids'> },
  userId: UserId,
  { provider, subject }: { provider: SocialProvider; subject: string },
): Promise<boolean> {
  const at = new Date(deps.clock.now())
  const added = await tx
    .insertInto('credentials')
    .values({
      id: deps.ids.next(),
      user_id: userId,
      provider_id: provider,
      account_id: subject,
      created_at: at,
      updated_at: at,
    })
    .onConflict((c) => c.doNothing())
    .returning('id')
    .executeTakeFirst()
  return added !== undefined
}

/** Takes the identity of a provider from a user. Returns false when there is none. */
export async function removeIdentity(tx: Tx, userId: UserId, provider: SocialProvider): Promise<boolean> {
  const removed = await tx
    .deleteFrom('credentials')
    .where('user_id', '=', userId)
    .where('provider_id', '=', provider)
    .executeTakeFirst()
  return removed.numDeletedRows > 0n
}

export type LinkedProvider = { readonly provider: SocialProvider; readonly linkedAt: Instant }

/**
 * Returns what a user can sign in with, and when each provider was linked. Leaves out providers that this installation
 * does not offer, and a password without an address.
 */
export async function readSignInMethods(
  { tx, deps }: { readonly tx: Db; readonly deps: Deps },
  userId: UserId,
): Promise<SignInMethods & { linked: readonly LinkedProvider[] }> {
  const rows = await tx
    .selectFrom('credentials as c')
    .innerJoin('users as u', 'u.id', 'c.user_id')
    .select(['c.provider_id', 'c.password', 'c.created_at', 'u.email'])
    .where('u.id', '=', userId)
    .execute()
  const linked = socialProviders.flatMap((provider) => {
    const row = rows.find(({ provider_id }) => provider_id === provider)
    return row ? [{ provider, linkedAt: row.created_at }] : []
  })
  const hasPassword = rows.some(
    ({ provider_id, password, email }) => provider_id === 'credential' && password !== null && email !== null,
  )
  const passkeys = (await listPasskeyRows(tx, userId)).map(({ id, verifies_user }) => ({
    id,
    verifiesUser: verifies_user,
  }))
  const hasTotp = (await readTotpSince(tx, userId)) !== null
  const providers = linked
    .map(({ provider }) => provider)
    .filter((provider) => deps.gateways.identity.providers.includes(provider))
  return { hasPassword, providers, passkeys, hasTotp, linked }
}
