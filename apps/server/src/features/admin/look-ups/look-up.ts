import { type LookUpQuery, type LookUpResults } from '@veranda/contract/admin/look-ups/schemas.ts'
import { permissionsOf } from '@veranda/core/admin/admin-roles.ts'
import { lookUpKinds, permissionOfLookUp } from '@veranda/core/admin/look-ups.ts'
import { normalizeEmail } from '@veranda/core/accounts/email-address.ts'
import { ok, type Result } from '@veranda/core/result.ts'
import { sql } from 'kysely'
import { recordAudit } from '../../../platform/audit/audit-log.ts'
import { type LookUpContext } from './record-look-up.ts'

type Found = LookUpResults['items'][number]

/**
 * Finds what an address of a mailbox, a handle or an id names, of the kinds that the admin may open. Each way of finding
 * reads an index, so that it costs the same with any number of users. The audit log has what was found, and not what was
 * typed: that may be the address of someone without an account.
 */
export async function lookUp(ctx: LookUpContext, { q, kind }: LookUpQuery): Promise<Result<LookUpResults>> {
  const { tx, actor, clock, request } = ctx
  const permissions = permissionsOf(actor.adminRoles)
  const kinds = lookUpKinds.filter(
    (known) => (kind === undefined || known === kind) && permissions.includes(permissionOfLookUp[known]),
  )
  const ids = q.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi) ?? []
  const handle = (q.trim().split('/').at(-1) ?? '').replace(/^@/, '').toLowerCase()
  const { rows } = await sql<Found>`
    select found.kind, found.id, found.title, found.detail from (
      select 'user' as kind, u.id, u.name as title,
        coalesce(u.email, '@' || (select h.handle from creator_handles h where h.creator_id = u.id and h.is_current), '') as detail
      from users u where u.id = any(${ids}::uuid[]) or u.email = ${normalizeEmail(q)}
        or u.id = (select h.creator_id from creator_handles h where h.handle = ${handle})
      union all
      select 'project', p.id, p.title, u.name from projects p join users u on u.id = p.client_id
      where p.id = any(${ids}::uuid[])
      union all
      select 'booking', b.id, b.terms->>'title', cl.name || ' · ' || cr.name
      from bookings b join users cl on cl.id = b.client_id join users cr on cr.id = b.creator_id
      where b.id = any(${ids}::uuid[])
      union all
      select 'milestone', m.id, m.title, cl.name || ' · ' || cr.name
      from milestones m join users cl on cl.id = m.client_id join users cr on cr.id = m.creator_id
      where m.id = any(${ids}::uuid[])
    ) found
    where found.kind = any(${kinds})
    -- Of the ids in an address, the last one is what its page shows.
    order by array_position(${ids}::uuid[], found.id) desc nulls last, found.kind`.execute(tx)
  const users = rows.filter((row) => row.kind === 'user')
  const data = { found: rows.map(({ kind: of, id }) => ({ kind: of, id })) }
  const userId = users.length === 1 ? (users[0]?.id ?? null) : null
  await recordAudit(tx, { action: 'admin.searched', userId, actorId: actor.id, at: clock.now(), request, data })
  return ok({ items: rows })
}
