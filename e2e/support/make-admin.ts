import { startTotp, turnOnTotp } from '@veranda/contract/accounts/second-factor/routes.ts'
import { reauthenticate } from '@veranda/contract/accounts/step-up/routes.ts'
import { decodeBase32, totpCodeAt } from '@veranda/server/features/accounts/second-factor/testing/rfc6238.ts'
import { openApiClient } from './api-client.ts'
import type { World } from './fixtures.ts'

/** Makes a demo user, found by the first name, an owner with a second factor. No journey enters its codes. */
export async function makeAdmin(world: Pick<World, 'rows'>, firstName: string): Promise<void> {
  const [user] = await world.rows<{ id: string }>(
    `update users set is_admin = true, role = 'admin', admin_roles = '{owner}' where name like $1 returning id`,
    [`${firstName} %`],
  )
  if (!user) throw new Error(`there is no ${firstName}`)
  await world.rows(
    `insert into totp_factors (user_id, secret, created_at, confirmed_at) values ($1, '', now(), now())`,
    [user.id],
  )
}

/** Turns codes of an authenticator app on, as in the security settings. */
export async function turnOnCodes(url: string, firstName: string): Promise<void> {
  const client = await openApiClient(url, firstName)
  await client.call(reauthenticate, { body: { method: 'demo' } })
  const { secret } = await client.call(startTotp)
  await client.call(turnOnTotp, {
    body: { code: totpCodeAt(decodeBase32(secret), Date.now()), endOtherDevices: false },
  })
}
