import { audit } from '../../audit/audit.ts'
import { transact } from '../../db/transact.ts'
import { touch } from '../../db/wake.ts'
import { type Deps } from '../../deps.ts'

/** Makes somebody an operator; their sessions end, so that the next sign-in carries the new role. Answers the name. */
export async function makeOperator(deps: Deps, email: string): Promise<string | undefined> {
  return transact(deps, async (tx) => {
    const person = await tx
      .updateTable('people')
      .set({ operator: true, role: 'admin', updated_at: new Date(deps.clock.now()) })
      .where('email', '=', email.trim().toLowerCase())
      .where('closed_at', 'is', null)
      .returning(['id', 'name'])
      .executeTakeFirst()
    if (!person) return undefined
    const ended = await tx.deleteFrom('sessions').where('person_id', '=', person.id).returning('id').execute()
    touch(tx, { endedSessions: ended.map(({ id }) => id) })
    await audit(tx, { what: 'account.made-operator', person: person.id, actor: null, at: deps.clock.now() })
    return person.name
  })
}
