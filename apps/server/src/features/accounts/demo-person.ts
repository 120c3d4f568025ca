import { type RegisterBody } from '@veranda/contract/accounts/schemas.ts'
import { currentTerms } from '@veranda/core/accounts/terms.ts'
import { type PersonId } from '@veranda/core/ids.ts'
import { transact } from '../../db/transact.ts'
import { type Deps } from '../../deps.ts'
import { authOver } from './auth.ts'
import { createPerson } from './register-person.ts'

export type DemoPersonSeed = Omit<Required<RegisterBody>, 'terms'> & {
  /** One line of who this is; whoever has one can be entered by one press in the sandbox. */
  readonly about: string | null
}

/** Makes somebody of the demo world by the use case of the registration, at the moment the clock shows. */
export async function makeDemoPerson(deps: Deps, { about, ...seed }: DemoPersonSeed): Promise<PersonId> {
  const made = await transact(deps, async (t) => {
    const person = await createPerson({ t, deps }, authOver(t, deps), { ...seed, terms: currentTerms })
    if (person.ok) await t.updateTable('people').set({ demo_about: about }).where('id', '=', person.value).execute()
    return person
  })
  if (!made.ok) throw new Error(`${seed.email} was refused: ${made.refusal.code}`)
  return made.value
}

/** Gives somebody a stored picture as their avatar. */
export async function setAvatar(deps: Deps, personId: PersonId, fileId: string): Promise<void> {
  await deps.db.updateTable('people').set({ avatar_file: fileId }).where('id', '=', personId).execute()
}
