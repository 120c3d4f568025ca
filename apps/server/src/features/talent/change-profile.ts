import { type ProfilePatch, type Talent } from '@veranda/contract/talent/schemas.ts'
import { ok, type Result } from '@veranda/core/result.ts'
import { type Actor } from '../../access/actor.ts'
import { type Tx } from '../../db/database.ts'
import { type Deps } from '../../deps.ts'
import { becomeCreator } from './become-creator.ts'
import { readProfile } from './read-talent.ts'

export type At = { readonly tx: Tx; readonly actor: Actor; readonly deps: Deps }

/** The zone is the account's; handed in by the composition root. */
export type ChangeTimeZone = (at: At, timeZone: string) => Promise<Result<unknown>>

/** Saves one's own page; what is absent stays. The first save makes one a creator. */
export async function changeProfile(
  at: At,
  patch: ProfilePatch,
  changeTimeZone: ChangeTimeZone,
): Promise<Result<Talent>> {
  const { tx, actor, deps } = at
  const now = deps.clock.now()
  await becomeCreator(tx, actor.id, now)
  const { headline, about, skills, languages, accepting, timeZone } = patch
  if (timeZone !== undefined) {
    const changed = await changeTimeZone(at, timeZone)
    if (!changed.ok) return changed
  }
  await tx
    .updateTable('creators')
    .set({
      updated_at: new Date(now),
      ...(headline === undefined ? {} : { headline }),
      ...(about === undefined ? {} : { about }),
      ...(skills === undefined ? {} : { skills: distinct(skills) }),
      ...(languages === undefined ? {} : { languages: distinct(languages) }),
      ...(accepting === undefined ? {} : { accepting }),
    })
    .where('person_id', '=', actor.id)
    .execute()
  return ok(await readProfile(tx, actor.id))
}

/** Each once, however it was capitalised; the first spelling stays. */
function distinct<Name extends string>(names: readonly Name[]): Name[] {
  const firsts = new Map<string, Name>()
  for (const name of names) if (!firsts.has(name.toLowerCase())) firsts.set(name.toLowerCase(), name)
  return [...firsts.values()]
}
