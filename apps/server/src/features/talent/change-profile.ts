import { type ProfilePatch, type Talent } from '@veranda/contract/talent/schemas.ts'
import { ok, type Result } from '@veranda/core/result.ts'
import { type CommandContext } from '../../platform/access/command-context.ts'
import { ensureCreator } from './ensure-creator.ts'
import { publishProfileChange } from './publish-profile-change.ts'
import { readProfile } from './read-talent.ts'

/** Changes the time zone, which belongs to the account; passed in by the composition root. */
export type ChangeTimeZone = (ctx: CommandContext, timeZone: string) => Promise<Result<unknown>>

/** Saves the user's own page; omitted fields stay. The first save makes the user a creator. */
export async function changeProfile(
  ctx: CommandContext,
  patch: ProfilePatch,
  changeTimeZone: ChangeTimeZone,
): Promise<Result<Talent>> {
  const { tx, actor, deps } = ctx
  const now = deps.clock.now()
  await ensureCreator(tx, actor.id, now)
  const { headline, about, skills, languages, accepting, timeZone } = patch
  if (timeZone !== undefined) {
    const changed = await changeTimeZone(ctx, timeZone)
    if (!changed.ok) return changed
  }
  await tx
    .updateTable('creators')
    .set({
      updated_at: new Date(now),
      ...(headline === undefined ? {} : { headline }),
      ...(about === undefined ? {} : { about }),
      ...(skills === undefined ? {} : { skills: distinctIgnoringCase(skills) }),
      ...(languages === undefined ? {} : { languages: distinctIgnoringCase(languages) }),
      ...(accepting === undefined ? {} : { accepting }),
    })
    .where('user_id', '=', actor.id)
    .execute()
  await publishProfileChange(tx, actor.id)
  return ok(await readProfile(tx, actor.id))
}

/** Removes duplicates that differ only in case; the first spelling stays. */
function distinctIgnoringCase<Name extends string>(names: readonly Name[]): Name[] {
  const firsts = new Map<string, Name>()
  for (const name of names) if (!firsts.has(name.toLowerCase())) firsts.set(name.toLowerCase(), name)
  return [...firsts.values()]
}
