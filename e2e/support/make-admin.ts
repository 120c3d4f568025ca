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
